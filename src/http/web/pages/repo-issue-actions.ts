import { updateIssue } from '../../../features/issues/update-issue.ts'
import { addComment } from '../../../features/threads/add-comment.ts'
import { showIssue } from './repo-issue.tsx'
import { refOf, threadActions } from './thread-actions.tsx'

export const repoIssueActionPages = threadActions({
  kind: 'issue',
  show: showIssue,
  say: (call, body) => addComment(call.app, call.actor, refOf(call, 'issue'), body),
  update: (call, changes) => updateIssue(call.app, call.actor, refOf(call, 'issue'), changes),
  set: async (call, what) => {
    if (what !== 'pin' && what !== 'unpin') return false
    await updateIssue(call.app, call.actor, refOf(call, 'issue'), { pinned: what === 'pin' })
    return true
  },
})
