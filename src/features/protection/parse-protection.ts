import { invalidField } from '../../core/errors.ts'
import { isBranchName } from '../../core/ref-name.ts'
import type { Role } from '../../core/roles.ts'
import { parseTitle } from '../../core/title.ts'
import type { Reader } from '../../db/handle.ts'
import { findUserByName } from '../users/find-user.ts'
import type { ProtectionValues } from './store.ts'

export interface ProtectionInput {
  readonly pattern?: string | undefined
  readonly pushRole?: Role | 'Nobody' | undefined
  readonly mergeRole?: Role | undefined
  readonly allowedPushers?: readonly string[] | undefined
  readonly allowForcePush?: boolean | undefined
  readonly allowDelete?: boolean | undefined
  readonly requiredApprovals?: number | undefined
  readonly dismissStaleApprovals?: boolean | undefined
  readonly requiredChecks?: readonly string[] | undefined
}

const mostWildcards = 20

const defaults: Omit<ProtectionValues, 'pattern'> = {
  pushRole: 'Maintainer',
  mergeRole: 'Maintainer',
  pushers: [],
  allowForcePush: false,
  allowDelete: false,
  requiredApprovals: 0,
  dismissStaleApprovals: false,
  requiredChecks: [],
}

/** What is not said stays as it is in `old`, or is the strict side of usual. */
export async function parseProtection(
  reader: Reader,
  input: ProtectionInput,
  old: ProtectionValues | null,
): Promise<ProtectionValues> {
  const before = old ?? defaults
  return {
    pattern: input.pattern === undefined && old !== null ? old.pattern : parsePattern(input.pattern),
    pushRole: input.pushRole ?? before.pushRole,
    mergeRole: input.mergeRole ?? before.mergeRole,
    pushers: input.allowedPushers === undefined ? before.pushers : await parsePushers(reader, input.allowedPushers),
    allowForcePush: input.allowForcePush ?? before.allowForcePush,
    allowDelete: input.allowDelete ?? before.allowDelete,
    requiredApprovals: input.requiredApprovals ?? before.requiredApprovals,
    dismissStaleApprovals: input.dismissStaleApprovals ?? before.dismissStaleApprovals,
    requiredChecks: [
      ...new Set(input.requiredChecks?.map((name) => parseTitle('required_checks', name)) ?? before.requiredChecks),
    ],
  }
}

/** The name of a branch in which `*`, `**` and `?` may stand for others. */
function parsePattern(text: string | undefined): string {
  const pattern = text?.trim() ?? ''
  if (pattern === '') throw invalidField('pattern', 'required', 'is required')
  if (!isBranchName(pattern.replaceAll(/[*?]/g, 'x')) || /\*{3}/.test(pattern)) {
    throw invalidField(
      'pattern',
      'format',
      'must be the name of a branch, in which * and ** and ? may stand for others',
    )
  }
  if ((pattern.match(/[*?]/g)?.length ?? 0) > mostWildcards) {
    throw invalidField('pattern', 'format', `must have at most ${mostWildcards} of * and ?`)
  }
  return pattern
}

async function parsePushers(reader: Reader, names: readonly string[]): Promise<ProtectionValues['pushers']> {
  const found = new Map<number, string>()
  for (const name of names) {
    const user = await findUserByName(reader, name)
    if (user === null) throw invalidField('allowed_pushers', 'unknown', `there is no user called ${name}`)
    found.set(user.id, user.username)
  }
  return [...found].map(([id, username]) => ({ id, username }))
}
