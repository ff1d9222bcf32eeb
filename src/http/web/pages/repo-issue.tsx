import { Fault } from '../../../core/errors.ts'
import { listChoices } from '../../../features/threads/list-choices.ts'
import { findOtherKind } from '../../../features/threads/open-threads.ts'
import { type ThreadView, viewThread } from '../../../features/threads/view-thread.ts'
import { repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type Draft, IssueView } from '../views/issue.tsx'
import { iso, pageInfo } from './page-info.ts'
import { shownAttention } from './shown-attention.ts'
import { quoted, shownItem, shownOpening } from './shown-thread.tsx'

type Call = RepoCall<'anyone'> | RepoCall<'session'>

/** Long conversations are read in few pieces. */
export const perPage = 100

export const emptyDraft: Draft = { anchor: null, title: '', body: '', preview: undefined }

export const repoIssuePage = [
  repoPage({
    method: 'GET',
    path: '/issues/:number',
    right: 'anyone',
    lasts: true,
    handle: async (call) => {
      const number = call.params['number'] ?? ''
      try {
        return await showIssue(call, {})
      } catch (error) {
        // A pull request has the same kind of number: links say #12 and mean either.
        if (!isMissing(error) || !(await findOtherKind(call.app.db, call.frame.repo, number))) throw error
        return go(`${repoUrl(call.head)}/pulls/${number}`)
      }
    },
  }),
]

function isMissing(error: unknown): boolean {
  return error instanceof Fault && error.code === 'ISSUE_NOT_FOUND'
}

export interface IssueShown {
  readonly draft?: Draft
  readonly errors?: FormErrors
  readonly status?: number
}

/** The page of an issue, also where a form on it came back. */
export async function showIssue(
  call: Call,
  { draft, errors = noErrors, status = 200 }: IssueShown,
): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head, params, page: request } = call
  const number = params['number'] ?? ''
  const at = `${repoUrl(head)}/issues/${number}`
  const view = await viewThread(app, actor, { ...ref, kind: 'issue', number }, { ...request, perPage })
  const choices = view.can.manage ? await listChoices(app, actor, { ...ref, kind: 'issue' }) : null
  const { thread, timeline } = view
  return show(
    <IssueView
      chrome={chrome}
      repo={head}
      issue={{
        number: thread.number,
        title: thread.title,
        isOpen: thread.state === 'open',
        isLocked: thread.isLocked,
        author: thread.author?.username ?? null,
        at: iso(thread.createdAt),
      }}
      opening={shownOpening(view, at)}
      items={timeline.items.map(shownItem(view, at))}
      comments={thread.commentCount}
      pagination={pageInfo(timeline, at)}
      side={{
        labels: thread.labels,
        assignees: thread.assignees.map(({ username }) => username),
        milestone: thread.milestone?.title ?? null,
        isLocked: thread.isLocked,
        isPinned: thread.pinnedAt !== null,
        attention: await shownAttention(call, thread.id),
        choices: choices && {
          labels: choices.labels,
          milestones: choices.milestones.map(({ title }) => title),
          viewer: chrome.viewer?.username ?? '',
        },
      }}
      draft={draft ?? draftOf(call, view)}
      errors={errors}
      can={view.can}
    />,
    status,
  )
}

/** `?edit=` and `?quote=` name a comment, or the issue itself: forms to begin with, also without a script. */
function draftOf({ query }: Call, { thread, timeline, opening, can }: ThreadView): Draft {
  const found = (id: string | undefined) =>
    timeline.items.find((item) => item.kind === 'comment' && item.comment.uuid === id)
  const edited = found(query['edit'])
  if (query['edit'] === 'issue' && opening.can.edit) {
    return { ...emptyDraft, anchor: 'opening', title: thread.title, body: thread.body }
  }
  if (edited?.kind === 'comment' && edited.can.edit) {
    return { ...emptyDraft, anchor: `comment-${edited.comment.uuid}`, body: edited.comment.body }
  }
  if (!can.speak) return emptyDraft
  const answered = found(query['quote'])
  if (query['quote'] === 'issue') return { ...emptyDraft, body: quoted(thread.body) }
  return answered?.kind === 'comment' ? { ...emptyDraft, body: quoted(answered.comment.body) } : emptyDraft
}
