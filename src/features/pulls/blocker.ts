import { Fault } from '../../core/errors.ts'

export type BlockerCode =
  | 'already_merged'
  | 'closed'
  | 'draft'
  | 'conflict'
  | 'head_changed'
  | 'target_changed'
  | 'no_commits'
  | 'not_up_to_date'
  | 'checks_pending'
  | 'checks_failed'
  | 'approvals_missing'
  | 'last_push_unapproved'
  | 'owner_approvals_missing'
  | 'changes_requested'
  | 'conversations_unresolved'
  | 'protected'
  | 'method_not_allowed'
  | 'mirror'

/** Something that is in the way of merging, and in a sentence what would unblock it. */
export interface Blocker {
  readonly code: BlockerCode
  readonly message: string
}

export function mergeBlocked(blockers: readonly [Blocker, ...Blocker[]]): Fault {
  const details = blockers.map(({ code, message }) => ({ field: 'merge', code, message }))
  return new Fault('conflict', blockers[0].message, { code: 'MERGE_BLOCKED', details })
}
