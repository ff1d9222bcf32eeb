import { forbidden } from '../../../core/errors.ts'
import type { Page, PageRequest } from '../../../core/page.ts'
import { changeIssues } from '../../../features/issues/change-issues.ts'
import { listIssues, listPinnedIssues } from '../../../features/issues/read-issues.ts'
import { changePulls } from '../../../features/pulls/change-pulls.ts'
import { listPulls, type PullFilter } from '../../../features/pulls/list-pulls.ts'
import { standOfPulls } from '../../../features/pulls/stand-of-pulls.ts'
import type { ManyChanges } from '../../../features/threads/change-many.ts'
import { listChoices } from '../../../features/threads/list-choices.ts'
import { repoUrl } from '../code-urls.ts'
import { counted } from '../components/counted.ts'
import type { ListedThread } from '../components/thread-row.tsx'
import { orErrors } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import { done, go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { filterOf, isPlain, parseThreadQuery, type ThreadKind, threadsUrl, writeThreadQuery } from '../thread-query.ts'
import { ThreadsView } from '../views/threads.tsx'
import { listedIssue, listedPull } from './listed-threads.ts'
import { backFromPastEnd, pageInfo } from './page-info.ts'

/** The lists of issues and of pull requests. */
export const repoThreadsPages = (['issue', 'pull'] as const).flatMap((kind) => [
  repoPage({
    method: 'GET',
    path: `/${kind}s`,
    right: 'anyone',
    lasts: true,
    handle: (call) => showThreads(call, kind),
  }),
  repoPage({
    method: 'POST',
    path: `/${kind}s/bulk`,
    right: 'session',
    handle: async ({ app, actor, ref, head, form }) => {
      const back = threadsUrl(repoUrl(head), kind, parseThreadQuery(form.text('q'), kind))
      const numbers = form.all('number')
      const noun = kind === 'issue' ? 'issue' : 'pull request'
      if (numbers.length === 0)
        return go(back, { tone: 'warning', text: `No ${noun} was selected, so none was changed.` })
      const change = kind === 'issue' ? changeIssues : changePulls
      return orErrors(
        async () => {
          const changed = await change(app, actor, { ...ref, numbers }, changesOf(form, actor.user.username))
          return done(back, `${counted(changed, noun)} ${changed === 1 ? 'was' : 'were'} changed.`)
        },
        (errors, fault) => {
          if (fault === 'forbidden') throw forbidden(Object.values(errors).join(' '))
          return go(back, { tone: 'danger', text: Object.values(errors).join(' ') })
        },
      )
    },
  }),
])

type Call = RepoCall<'anyone'>

async function showThreads(call: Call, kind: ThreadKind): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head, page: request } = call
  const query = parseThreadQuery(call.query['q'] ?? '', kind)
  const filter = filterOf(query)
  const count = async (state: 'open' | 'closed' | 'merged'): Promise<number> =>
    (await readThreads(call, kind, { ...filter, state }, { page: 1, perPage: 1 })).total
  const [list, open, closed, merged, pinned, choices] = await Promise.all([
    readThreads(call, kind, filter, request),
    count('open'),
    count('closed'),
    kind === 'pull' ? count('merged') : 0,
    kind === 'issue' && isPlain(query) && request.page === 1 ? listPinnedIssues(app, actor, ref) : [],
    listChoices(app, actor, { ...ref, kind }),
  ])
  const path = `${repoUrl(head)}/${kind}s`
  const asked = { q: isPlain(query) ? '' : writeThreadQuery(query) }
  const back = backFromPastEnd(list, path, asked)
  if (back !== null) return go(back)
  return show(
    <ThreadsView
      chrome={chrome}
      repo={head}
      kind={kind}
      query={query}
      threads={list.items}
      pinned={pinned.map(listedIssue)}
      counts={{ open, closed, merged }}
      choices={{
        labels: choices.labels,
        milestones: choices.milestones.map(({ title }) => title),
        isSignedIn: chrome.viewer !== null,
      }}
      pagination={pageInfo(list, path, asked)}
      allSelected={call.query['select'] === 'all'}
      can={{ open: chrome.viewer !== null && !head.isArchived, manage: head.can.push }}
    />,
  )
}

async function readThreads(
  { app, actor, ref }: Call,
  kind: ThreadKind,
  filter: PullFilter,
  request: PageRequest,
): Promise<Page<ListedThread>> {
  if (kind === 'issue') {
    const list = await listIssues(app, actor, ref, { filter, request })
    return { ...list, items: list.items.map(listedIssue) }
  }
  const list = await listPulls(app, actor, ref, { filter, request })
  const stands = await standOfPulls(
    app,
    list.items.map(({ id }) => id),
  )
  return { ...list, items: list.items.map((pull) => listedPull(pull, stands.get(pull.id))) }
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
