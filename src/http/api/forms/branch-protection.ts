import { Type } from 'typebox'
import { iso } from '../../../core/iso-time.ts'
import type { BranchProtection } from '../../../features/protection/branch-protections.ts'
import { sameInBoth, timestamp } from './form.ts'

export const branchProtection = sameInBoth<BranchProtection>(
  {
    pattern: Type.String({ description: 'A branch; `*` stands for anything but a slash, `**` for anything' }),
    push_role: Type.String({ enum: ['Developer', 'Maintainer', 'Owner', 'Nobody'] }),
    merge_role: Type.String({ enum: ['Developer', 'Maintainer', 'Owner'] }),
    allowed_pushers: Type.Array(Type.String(), {
      description: 'May push although their role alone would not allow it',
    }),
    allow_force_push: Type.Boolean(),
    allow_delete: Type.Boolean(),
    required_approvals: Type.Integer(),
    dismiss_stale_approvals: Type.Boolean(),
    required_checks: Type.Array(Type.String()),
    require_resolved_conversations: Type.Boolean(),
    require_up_to_date: Type.Boolean(),
    require_code_owner_approval: Type.Boolean(),
    require_last_push_approval: Type.Boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  },
  (value) => ({
    pattern: value.pattern,
    push_role: value.pushRole,
    merge_role: value.mergeRole,
    allowed_pushers: value.pushers.map((user) => user.username),
    allow_force_push: value.allowForcePush,
    allow_delete: value.allowDelete,
    required_approvals: value.requiredApprovals,
    dismiss_stale_approvals: value.dismissStaleApprovals,
    required_checks: value.requiredChecks,
    require_resolved_conversations: value.requireResolvedConversations,
    require_up_to_date: value.requireUpToDate,
    require_code_owner_approval: value.requireCodeOwnerApproval,
    require_last_push_approval: value.requireLastPushApproval,
    created_at: iso(value.createdAt),
    updated_at: iso(value.updatedAt),
  }),
)
