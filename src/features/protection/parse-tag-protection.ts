import type { Role } from '../../core/roles.ts'
import { parsePattern } from './parse-pattern.ts'
import type { TagProtectionValues } from './tag-store.ts'

export interface TagProtectionInput {
  readonly pattern?: string | undefined
  readonly createRole?: Role | 'Nobody' | undefined
  readonly deleteRole?: Role | 'Nobody' | undefined
}

/** What is not said stays as it is in `old`, or is a maintainer's. */
export function parseTagProtection(input: TagProtectionInput, old: TagProtectionValues | null): TagProtectionValues {
  return {
    pattern: input.pattern === undefined && old !== null ? old.pattern : parsePattern('tag', input.pattern),
    createRole: input.createRole ?? old?.createRole ?? 'Maintainer',
    deleteRole: input.deleteRole ?? old?.deleteRole ?? 'Maintainer',
  }
}
