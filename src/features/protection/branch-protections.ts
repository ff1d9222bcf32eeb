import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
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
  // What waits to be merged by itself may have waited for a rule that is gone.
  follow: (tx, repoId) => emit(tx, { type: 'repo.rules-changed', repoId }),
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
    require_resolved_conversations: one.requireResolvedConversations,
    require_up_to_date: one.requireUpToDate,
    require_code_owner_approval: one.requireCodeOwnerApproval,
    require_last_push_approval: one.requireLastPushApproval,
  }),
}
