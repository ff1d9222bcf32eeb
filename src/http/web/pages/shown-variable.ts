import { iso } from '../../../core/iso-time.ts'
import type { ListedVariable } from '../../../features/ci-variables/variable.ts'
import type { VariableRow } from '../components/variable-list.tsx'
import type { VariablesOf } from '../views/ci-variables.tsx'

const longest = 120

export function variableRow(one: ListedVariable, of: VariablesOf): VariableRow {
  const isLent = 'repo' in of && one.scope === 'team'
  return {
    id: one.uuid,
    key: one.key,
    value: one.value === null ? null : beginning(one.value),
    isProtectedOnly: one.protectedOnly,
    updatedAt: iso(one.updatedAt),
    lent: isLent
      ? { from: of.repo.owner, href: `/teams/${of.repo.owner}/ci/variables`, isOverridden: one.isOverridden }
      : null,
  }
}

/** The first line of it, where it is not too long either. */
function beginning(value: string): string {
  const [first = ''] = value.split('\n', 1)
  const shown = first.slice(0, longest).toWellFormed()
  return shown === value ? value : `${shown} …`
}
