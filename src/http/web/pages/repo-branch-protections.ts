import { branchProtections } from '../../../features/protection/branch-protections.ts'
import { listSeenChecks } from '../../../features/statuses/list-seen-checks.ts'
import { RepoBranchProtectionFormView } from '../views/repo-branch-protection-form.tsx'
import { protectionPages } from './protection-pages.tsx'
import { typedRole, typedRoleOrNobody } from './typed-role.ts'

export const repoBranchProtectionPages = protectionPages({
  kind: branchProtections,
  of: 'branches',
  rulesOf: (one) => {
    const besides = one.pushers.length === 0 ? '' : ` and ${one.pushers.map((user) => user.username).join(', ')}`
    const approvals = one.requiredApprovals === 1 ? '1 approval' : `${one.requiredApprovals} approvals`
    return [
      `Push: ${one.pushRole}${besides}`,
      `Merge: ${one.mergeRole}`,
      one.allowForcePush ? 'Force pushes allowed' : '',
      one.allowDelete ? 'Deletion allowed' : '',
      one.requiredApprovals > 0 ? approvals : '',
      one.dismissStaleApprovals ? 'Older approvals are ignored' : '',
      one.requireLastPushApproval ? 'Somebody else approves the last push' : '',
      one.requireCodeOwnerApproval ? 'Owners of changed files approve' : '',
      one.requireResolvedConversations ? 'Conversations resolved' : '',
      one.requireUpToDate ? 'Branch up to date' : '',
      one.requiredChecks.length > 0 ? `Checks: ${one.requiredChecks.join(', ')}` : '',
    ].filter((rule) => rule !== '')
  },
  FormView: RepoBranchProtectionFormView,
  seenChecks: ({ app, actor, ref }) => listSeenChecks(app, actor, ref),
  fresh: {
    pattern: '',
    push_role: 'Maintainer',
    merge_role: 'Maintainer',
    allowed_pushers: '',
    allow_force_push: false,
    allow_delete: false,
    required_approvals: '0',
    dismiss_stale_approvals: false,
    required_checks: [],
    require_resolved_conversations: false,
    require_up_to_date: false,
    require_code_owner_approval: false,
    require_last_push_approval: false,
  },
  saved: (one) => ({
    pattern: one.pattern,
    push_role: one.pushRole,
    merge_role: one.mergeRole,
    allowed_pushers: one.pushers.map((user) => user.username).join(' '),
    allow_force_push: one.allowForcePush,
    allow_delete: one.allowDelete,
    required_approvals: String(one.requiredApprovals),
    dismiss_stale_approvals: one.dismissStaleApprovals,
    required_checks: one.requiredChecks,
    require_resolved_conversations: one.requireResolvedConversations,
    require_up_to_date: one.requireUpToDate,
    require_code_owner_approval: one.requireCodeOwnerApproval,
    require_last_push_approval: one.requireLastPushApproval,
  }),
  typed: (form) => ({
    pattern: form.text('pattern'),
    push_role: form.text('push_role'),
    merge_role: form.text('merge_role'),
    allowed_pushers: form.text('allowed_pushers'),
    allow_force_push: form.ticked('allow_force_push'),
    allow_delete: form.ticked('allow_delete'),
    required_approvals: form.text('required_approvals'),
    dismiss_stale_approvals: form.ticked('dismiss_stale_approvals'),
    required_checks: [...form.all('check'), ...namesIn(form.text('required_checks'), /[\r\n]+/)],
    require_resolved_conversations: form.ticked('require_resolved_conversations'),
    require_up_to_date: form.ticked('require_up_to_date'),
    require_code_owner_approval: form.ticked('require_code_owner_approval'),
    require_last_push_approval: form.ticked('require_last_push_approval'),
  }),
  read: (typed) => ({
    pattern: typed.pattern,
    pushRole: typedRoleOrNobody('push_role', typed.push_role),
    mergeRole: typedRole('merge_role', typed.merge_role),
    allowedPushers: namesIn(typed.allowed_pushers, /[\s,]+/),
    allowForcePush: typed.allow_force_push,
    allowDelete: typed.allow_delete,
    requiredApprovals: numberIn(typed.required_approvals),
    dismissStaleApprovals: typed.dismiss_stale_approvals,
    requiredChecks: typed.required_checks,
    requireResolvedConversations: typed.require_resolved_conversations,
    requireUpToDate: typed.require_up_to_date,
    requireCodeOwnerApproval: typed.require_code_owner_approval,
    requireLastPushApproval: typed.require_last_push_approval,
  }),
})

/** What is none is told together with everything else that is wrong. */
function numberIn(text: string): number {
  return /^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN
}

function namesIn(text: string, between: RegExp): readonly string[] {
  return text.split(between).flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
}
