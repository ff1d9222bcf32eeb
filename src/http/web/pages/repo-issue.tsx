import { iso } from '../../../core/iso-time.ts'
import { listClosers } from '../../../features/pulls/list-closers.ts'
import { itemsAPage } from '../../../features/threads/read-timeline.ts'
import { countTasks } from '../../../features/threads/tasks.ts'
import { viewThread } from '../../../features/threads/view-thread.ts'
import { repoUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import { go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { IssueView } from '../views/issue.tsx'
import { authorElsewhere } from './author-elsewhere.ts'
import { chromeOfReader } from './chrome-of-reader.ts'
import { orOtherKind } from './or-other-kind.ts'
import { backFromPastEnd, pageInfo } from './page-info.ts'
import { shownCloser, shownItem, shownOpening } from './shown-thread.tsx'
import type { ThreadShown } from './thread-actions.tsx'
import { draftOf, factsOf } from './thread-page.ts'

type Call = RepoCall<'anyone'> | RepoCall<'session'>

export const repoIssuePage = [
  repoPage({
    method: 'GET',
    path: '/issues/:number',
    right: 'anyone',
    lasts: true,
    handle: (call) => orOtherKind(call, 'issue', () => showIssue(call, {})),
  }),
]

/** The page of an issue, also where a form on it came back. */
export async function showIssue(
  call: Call,
  { draft, errors = noErrors, status = 200 }: ThreadShown,
): Promise<PageAnswer> {
  const { app, actor, ref, head, params, page: request } = call
  const number = params['number'] ?? ''
  const at = `${repoUrl(head)}/issues/${number}`
  const view = await viewThread(app, actor, { ...ref, kind: 'issue', number }, { ...request, perPage: itemsAPage })
  const { thread, timeline } = view
  const back = backFromPastEnd(timeline, at)
  if (back !== null) return go(back)
  const closers = await listClosers(app, view.repo, thread)
  const isOpen = thread.state === 'open'
  return show(
    <IssueView
      chrome={await chromeOfReader(call, thread.id)}
      repo={head}
      issue={{
        number: thread.number,
        title: thread.title,
        isOpen,
        isPinned: thread.pinnedAt !== null,
        author: thread.author?.username ?? null,
        elsewhere: authorElsewhere(thread),
        importedFrom: thread.elsewhere?.url ?? null,
        at: iso(thread.createdAt),
        comments: thread.commentCount,
        tasks: countTasks(thread.body),
      }}
      opening={shownOpening(view, at)}
      items={timeline.items.map(shownItem(view, at, closers))}
      closers={closers.filter(({ isMerged }) => isMerged !== isOpen).map(shownCloser)}
      pagination={pageInfo(timeline, at)}
      facts={await factsOf(call, thread, view.can.manage)}
      draft={draft ?? draftOf(call.query, view)}
      errors={errors}
      can={view.can}
    />,
    status,
  )
}
