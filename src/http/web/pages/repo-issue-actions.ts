import { deleteIssue } from '../../../features/issues/delete-issue.ts'
import { updateIssue } from '../../../features/issues/update-issue.ts'
import { addComment } from '../../../features/threads/add-comment.ts'
import { repoUrl } from '../code-urls.ts'
import { done } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { showIssue } from './repo-issue.tsx'
import { refOf, threadActions } from './thread-actions.tsx'

const forms = threadActions({
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

export const repoIssueActionPages = [
  ...forms,
  repoPage({
    method: 'POST',
    path: '/issues/:number/delete',
    right: 'session',
    handle: async (call) => {
      const { app, actor, head } = call
      const ref = refOf(call, 'issue')
      await deleteIssue(app, actor, ref)
      return done(`${repoUrl(head)}/issues`, `Issue #${ref.number} was deleted.`)
    },
  }),
]
