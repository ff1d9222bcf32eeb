import { parseRecordId } from '../../../core/record-id.ts'
import { getIssue } from '../../../features/issues/read-issues.ts'
import { type IssueChanges, updateIssue } from '../../../features/issues/update-issue.ts'
import { addReaction, removeReaction } from '../../../features/reactions/react.ts'
import { previewText } from '../../../features/references/preview-text.ts'
import { addComment } from '../../../features/threads/add-comment.ts'
import { deleteComment, editComment } from '../../../features/threads/change-comment.ts'
import type { ThreadRef } from '../../../features/threads/open-threads.ts'
import { listTimeline } from '../../../features/threads/read-timeline.ts'
import { repoUrl } from '../code-urls.ts'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, type PageAnswer } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import type { Draft } from '../views/issue.tsx'
import { emptyDraft, perPage, showIssue } from './repo-issue.tsx'

type Call = RepoCall<'session'>

export const repoIssueActionPages = [
  repoPage({
    method: 'POST',
    path: '/issues/:number/comment',
    right: 'session',
    takes: 'prose',
    handle: (call) => {
      const draft = { ...emptyDraft, body: typed(call, 'body') }
      return orPreview(call, draft, async () => {
        const { app, actor, form } = call
        const state = stateIn(form.text('state'))
        // A button that closes says enough by itself.
        if (draft.body.trim() !== '' || state === undefined) await addComment(app, actor, refOf(call), draft.body)
        if (state !== undefined) await updateIssue(app, actor, refOf(call), { state })
        return go(await endOf(call))
      })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/issues/:number/edit',
    right: 'session',
    takes: 'prose',
    handle: (call) => {
      const draft = { ...emptyDraft, anchor: 'opening', title: call.form.text('title'), body: typed(call, 'body') }
      return orPreview(call, draft, async () => {
        await updateIssue(call.app, call.actor, refOf(call), { title: draft.title, body: draft.body })
        return go(`${atOf(call)}#opening`)
      })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/issues/:number/comments/:id/edit',
    right: 'session',
    takes: 'prose',
    handle: (call) => {
      const id = call.params['id'] ?? ''
      const draft = { ...emptyDraft, anchor: `comment-${id}`, body: typed(call, 'body') }
      return orPreview(call, draft, async () => {
        await editComment(call.app, call.actor, { ...refOf(call), id: parseRecordId(id) }, draft.body)
        return go(`${atOf(call)}#comment-${id}`)
      })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/issues/:number/comments/:id/delete',
    right: 'session',
    handle: async (call) => {
      const id = parseRecordId(call.params['id'] ?? '')
      await deleteComment(call.app, call.actor, { ...refOf(call), id })
      return done(atOf(call), 'The comment was deleted.')
    },
  }),
  repoPage({ method: 'POST', path: '/issues/:number/react', right: 'session', handle: (call) => react(call, null) }),
  repoPage({
    method: 'POST',
    path: '/issues/:number/comments/:id/react',
    right: 'session',
    handle: (call) => react(call, call.params['id'] ?? ''),
  }),
  repoPage({
    method: 'POST',
    path: '/issues/:number/manage',
    right: 'session',
    handle: (call) =>
      orErrors(
        async () => {
          await updateIssue(call.app, call.actor, refOf(call), await changesOf(call))
          return go(atOf(call))
        },
        (errors) => go(atOf(call), { tone: 'danger', text: Object.values(errors).join(' ') }),
      ),
  }),
]

function refOf({ ref, params }: Call): ThreadRef {
  return { ...ref, kind: 'issue', number: params['number'] ?? '' }
}

function atOf({ head, params }: Call): string {
  return `${repoUrl(head)}/issues/${params['number'] ?? ''}`
}

function stateIn(text: string): 'open' | 'closed' | undefined {
  return text === 'open' || text === 'closed' ? text : undefined
}

/** Browsers end lines as mail does. */
function typed({ form }: Call, name: string): string {
  return form.text(name).replaceAll('\r\n', '\n')
}

/** What was written, shown again as it will look or with what is wrong with it; or done. */
async function orPreview(call: Call, draft: Draft, work: () => Promise<PageAnswer>): Promise<PageAnswer> {
  if (call.form.ticked('preview')) {
    const html = await previewText(call.app, call.actor, call.ref, draft.body)
    return showIssue(call, { draft: { ...draft, preview: html === null ? { text: draft.body } : { html } } })
  }
  return orErrors(work, (errors, kind) => showIssue(call, { draft, errors, status: statusOf(kind) }))
}

/** The page that the last comment is on. */
async function endOf(call: Call): Promise<string> {
  const { total } = await listTimeline(call.app, call.actor, refOf(call), { page: 1, perPage })
  const last = Math.max(1, Math.ceil(total / perPage))
  return `${atOf(call)}${last === 1 ? '' : `?page=${last}`}#reply`
}

async function react(call: Call, commentId: string | null): Promise<PageAnswer> {
  const { app, actor, form } = call
  const target = { ...refOf(call), commentId: commentId === null ? null : parseRecordId(commentId) }
  if (form.ticked('remove')) await removeReaction(app, actor, target, form.text('remove'))
  else await addReaction(app, actor, target, form.text('add'))
  return go(`${atOf(call)}#${commentId === null ? 'opening' : `comment-${commentId}`}`)
}

async function changesOf(call: Call): Promise<IssueChanges> {
  const { form } = call
  switch (form.text('set')) {
    case 'labels':
      return { labels: form.all('label') }
    case 'assignees':
      return { assignees: namesIn(form.text('assignees')) }
    case 'assign-me': {
      const { assignees } = await getIssue(call.app, call.actor, refOf(call))
      return { assignees: [...assignees.map(({ username }) => username), call.actor.user.username] }
    }
    case 'milestone':
      return { milestone: form.text('milestone') }
    case 'lock':
      return { locked: true }
    case 'unlock':
      return { locked: false }
    case 'pin':
      return { pinned: true }
    case 'unpin':
      return { pinned: false }
    default:
      return {}
  }
}

function namesIn(text: string): readonly string[] {
  return text
    .split(/[\s,]+/)
    .map((name) => name.replace(/^@/, ''))
    .filter((name) => name !== '')
    .slice(0, 20)
}
