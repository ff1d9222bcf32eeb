import { inTransaction } from '../../db/transaction.ts'
import { parseTagProtection, type TagProtectionInput } from './parse-tag-protection.ts'
import type { ProtectionKind } from './protection-kind.ts'
import {
  allTagProtections,
  deleteTagProtection,
  insertTagProtection,
  saveTagProtection,
  type TagProtectionValues,
} from './tag-store.ts'

export type { TagProtection } from './tag-store.ts'

export const tagProtections: ProtectionKind<TagProtectionInput, TagProtectionValues> = {
  plural: 'tag protections',
  event: 'TAG_PROTECTION_CHANGED',
  follow: () => Promise.resolve(),
  inTransaction,
  parse: (_reader, input, old) => parseTagProtection(input, old),
  all: allTagProtections,
  insert: insertTagProtection,
  save: saveTagProtection,
  delete: deleteTagProtection,
  settingsOf: (one) => ({ pattern: one.pattern, create_role: one.createRole, delete_role: one.deleteRole }),
}
