import { changeIssues, type ManyChanges } from '../../../features/issues/change-issues.ts'
import { listIssues, listPinnedIssues } from '../../../features/issues/read-issues.ts'
import { listChoices } from '../../../features/threads/list-choices.ts'
import { repoUrl } from '../code-urls.ts'
import type { FormFields } from '../form-fields.ts'
import { filterOf, type IssueQuery, issuesUrl, parseIssueQuery, plainQuery, writeIssueQuery } from '../issue-query.ts'
import { done, go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { IssuesView } from '../views/issues.tsx'
import { backFromPastEnd, pageInfo } from './page-info.ts'
import { shownIssue } from './shown-issue.ts'

export const repoIssuePages = [
  repoPage({
    method: 'GET',
    path: '/issues',
    right: 'anyone',
    lasts: true,
    handle: (call) => showIssues(call, parseIssueQuery(call.query['q'] ?? '')),
  }),
  repoPage({
    method: 'POST',
    path: '/issues/bulk',
    right: 'session',
    handle: async ({ app, actor, ref, head, form }) => {
      const back = issuesUrl(repoUrl(head), parseIssueQuery(form.text('q')))
      const numbers = form.all('number')
      if (numbers.length === 0) return go(back, { tone: 'warning', text: 'No issue was ticked, so none was changed.' })
      const changed = await changeIssues(app, actor, { ...ref, numbers }, changesOf(form, actor.user.username))
      return done(back, changed === 1 ? '1 issue was changed.' : `${changed} issues were changed.`)
    },
  }),
]

async function showIssues(call: RepoCall<'anyone'>, query: IssueQuery): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head, page: request } = call
  const isPlain = writeIssueQuery(query) === writeIssueQuery(plainQuery)
  const filter = filterOf(query)
  const count = async (state: 'open' | 'closed'): Promise<number> =>
    (await listIssues(app, actor, ref, { filter: { ...filter, state }, request: { page: 1, perPage: 1 } })).total
  const [list, open, closed, pinned, choices] = await Promise.all([
    listIssues(app, actor, ref, { filter, request }),
    count('open'),
    count('closed'),
    isPlain && request.page === 1 ? listPinnedIssues(app, actor, ref) : [],
    listChoices(app, actor, { ...ref, kind: 'issue' }),
  ])
  const path = `${repoUrl(head)}/issues`
  const asked = { q: isPlain ? '' : writeIssueQuery(query) }
  const back = backFromPastEnd(list, path, asked)
  if (back !== null) return go(back)
  return show(
    <IssuesView
      chrome={chrome}
      repo={head}
      query={query}
      issues={list.items.map(shownIssue)}
      pinned={pinned.map(shownIssue)}
      counts={{ open, closed }}
      choices={{
        labels: choices.labels,
        milestones: choices.milestones.map(({ title }) => title),
        isSignedIn: chrome.viewer !== null,
      }}
      pagination={pageInfo(list, path, asked)}
      can={{ open: chrome.viewer !== null && !head.isArchived, manage: head.can.push }}
    />,
  )
}

function changesOf(form: FormFields, username: string): ManyChanges {
  switch (form.text('action')) {
    case 'close':
      return { state: 'closed' }
    case 'open':
      return { state: 'open' }
    case 'label':
      return { addLabel: form.text('label') }
    case 'milestone':
      return { milestone: form.text('milestone') === '' ? null : form.text('milestone') }
    case 'assign-me':
      return { addAssignee: username }
    default:
      return {}
  }
}
