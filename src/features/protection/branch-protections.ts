import { inTransaction } from '../../db/transaction.ts'
import {
  allBranchProtections,
  type BranchProtectionValues,
  deleteBranchProtection,
  insertBranchProtection,
  saveBranchProtection,
} from './branch-store.ts'
import { type BranchProtectionInput, parseBranchProtection } from './parse-branch-protection.ts'
import type { ProtectionKind } from './protection-kind.ts'

export type { BranchProtection } from './branch-store.ts'

export const branchProtections: ProtectionKind<BranchProtectionInput, BranchProtectionValues> = {
  plural: 'branch protections',
  event: 'BRANCH_PROTECTION_CHANGED',
  inTransaction,
  parse: parseBranchProtection,
  all: allBranchProtections,
  insert: insertBranchProtection,
  save: saveBranchProtection,
  delete: deleteBranchProtection,
  settingsOf: (one) => ({
    pattern: one.pattern,
    push_role: one.pushRole,
    merge_role: one.mergeRole,
    allowed_pushers: one.pushers.map((user) => user.username),
    allow_force_push: one.allowForcePush,
    allow_delete: one.allowDelete,
    required_approvals: one.requiredApprovals,
    dismiss_stale_approvals: one.dismissStaleApprovals,
    required_checks: one.requiredChecks,
  }),
}
