import { forbidden } from '../../../core/errors.ts'
import type { Page, PageRequest } from '../../../core/page.ts'
import { changeIssues } from '../../../features/issues/change-issues.ts'
import { listIssues, listPinnedIssues } from '../../../features/issues/read-issues.ts'
import { changePulls } from '../../../features/pulls/change-pulls.ts'
import { listPulls, type PullFilter } from '../../../features/pulls/list-pulls.ts'
import { standOfPulls } from '../../../features/pulls/stand-of-pulls.ts'
import { findUnknownNames } from '../../../features/threads/find-unknown-names.ts'
import { listChoices } from '../../../features/threads/list-choices.ts'
import { findOnWay } from '../../../features/trackers/find-on-way.ts'
import { repoUrl } from '../code-urls.ts'
import { counted } from '../components/counted.ts'
import { pageHref } from '../components/pagination.tsx'
import type { ListedThread } from '../components/thread-row.tsx'
import { orErrors } from '../form-errors.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { done, go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import {
  filterOf,
  isPlain,
  misreadIn,
  namesIn,
  parseThreadQuery,
  type ThreadKind,
  type ThreadQuery,
  writeThreadQuery,
} from '../thread-query.ts'
import { ThreadsView } from '../views/threads.tsx'
import { readBulkChanges, tellRefused } from './bulk-changes.ts'
import { listedIssue, listedPull } from './listed-threads.ts'
import { backFromPastEnd, pageInfo } from './page-info.ts'
import { shownTracker } from './shown-import.ts'
import { offeredPeople, suggestAt } from './thread-choices.ts'

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
      const back = pageHref(placeOf(head, kind, parseThreadQuery(form.text('q'), kind)), form.number('page') ?? 1)
      const numbers = form.all('number')
      const asked = readBulkChanges(form)
      if (typeof asked === 'string' || numbers.length === 0) {
        const missing = typeof asked === 'string' ? asked : `No ${nouns[kind]} was selected`
        return go(back, { tone: 'warning', text: `${missing}, so nothing was changed.` })
      }
      const change = kind === 'issue' ? changeIssues : changePulls
      return orErrors(
        async () => {
          const { changed, refused } = await change(app, actor, { ...ref, numbers }, asked.changes)
          const said = asked.said(counted(changed, nouns[kind]))
          if (refused.length === 0) return done(back, said)
          return go(back, { tone: 'warning', text: `${said} ${tellRefused(refused)}` })
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

const nouns = { issue: 'issue', pull: 'pull request' } as const satisfies Record<ThreadKind, string>

/** Where the answer to a query is found. */
function placeOf(head: RepoHead, kind: ThreadKind, query: ThreadQuery) {
  return { path: `${repoUrl(head)}/${kind}s`, query: { q: isPlain(query) ? '' : writeThreadQuery(query) } }
}

async function showThreads(call: Call, kind: ThreadKind): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head, page: request } = call
  const query = parseThreadQuery(call.query['q'] ?? '', kind)
  const filter = filterOf(query)
  const count = async (state: 'open' | 'closed' | 'merged'): Promise<number> =>
    (await readThreads(call, kind, { ...filter, state }, { page: 1, perPage: 1 })).total
  const [list, open, closed, merged, pinned, { hasMoreLabels, ...choices }, people, tracker] = await Promise.all([
    readThreads(call, kind, filter, request),
    count('open'),
    count('closed'),
    kind === 'pull' ? count('merged') : 0,
    kind === 'issue' && isPlain(query) && request.page === 1 ? listPinnedIssues(app, actor, ref) : [],
    listChoices(app, actor, { ...ref, kind }),
    head.can.work ? offeredPeople(call, kind) : null,
    head.can.work ? findOnWay(app, call.frame.repo.id) : null,
  ])
  const { path, query: asked } = placeOf(head, kind, query)
  const back = backFromPastEnd(list, path, asked)
  if (back !== null) return go(back)
  // What is not there is in the way of everything: only then it is asked for.
  const unknown = list.total > 0 ? null : await findUnknownNames(app, call.frame.repo, namesIn(query))
  const given = { labels: choices.labels, milestones: choices.milestones.map(({ title }) => title) }
  return show(
    <ThreadsView
      chrome={chrome}
      repo={head}
      kind={kind}
      query={query}
      misread={misreadIn(query, kind)}
      unknown={unknown}
      tracker={shownTracker(tracker)}
      threads={list.items}
      pinned={pinned.map(listedIssue)}
      counts={{ open, closed, merged }}
      choices={{ ...given, isSignedIn: chrome.viewer !== null }}
      pagination={pageInfo(list, path, asked)}
      allSelected={call.query['select'] === 'all'}
      bulk={
        people && {
          ...given,
          people,
          moreLabelsAt: hasMoreLabels ? suggestAt(ref, kind, 'label') : null,
          peopleAt: suggestAt(ref, kind, 'person'),
        }
      }
      can={{ open: chrome.viewer !== null && !head.isArchived }}
    />,
  )
}

/** Issues or pull requests, as lists show them. */
export async function readThreads(
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
