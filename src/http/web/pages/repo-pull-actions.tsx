import { parseRecordId } from '../../../core/record-id.ts'
import { getPull } from '../../../features/pulls/get-pull.ts'
import { type PullChanges, updatePull } from '../../../features/pulls/update-pull.ts'
import { addReaction, removeReaction } from '../../../features/reactions/react.ts'
import { previewText } from '../../../features/references/preview-text.ts'
import { addPullComment } from '../../../features/reviews/add-pull-comment.ts'
import { applySuggestion } from '../../../features/reviews/apply-suggestion.ts'
import { changePullComment } from '../../../features/reviews/change-pull-comment.ts'
import { changeReview } from '../../../features/reviews/change-review.ts'
import { requestReviewers, withdrawReviewers } from '../../../features/reviews/request-reviewers.ts'
import { deleteComment } from '../../../features/threads/change-comment.ts'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, type PageAnswer } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import type { PullDraft } from '../views/pull.tsx'
import { atOf, emptyDraft, pullRef, showPull } from './repo-pull.tsx'
import { orBack } from './repo-pull-merge.tsx'

type Call = RepoCall<'session'>

export const repoPullActionPages = [
  repoPage({
    method: 'POST',
    path: '/pulls/:number/comment',
    right: 'session',
    takes: 'prose',
    handle: (call) => {
      const draft = { ...emptyDraft, body: typed(call, 'body') }
      return orPreview(call, draft, async () => {
        const { app, actor, form } = call
        const state = (['closed', 'open'] as const).find((one) => one === form.text('state'))
        // A button that closes says enough by itself.
        if (draft.body.trim() !== '' || state === undefined) await addPullComment(app, actor, pullRef(call), draft)
        if (state !== undefined) await updatePull(app, actor, pullRef(call), { state })
        return go(`${atOf(call)}#reply`)
      })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/edit',
    right: 'session',
    takes: 'prose',
    handle: (call) => {
      const draft = { ...emptyDraft, anchor: 'opening', title: call.form.text('title'), body: typed(call, 'body') }
      return orPreview(call, draft, async () => {
        await updatePull(call.app, call.actor, pullRef(call), { title: draft.title, body: draft.body })
        return go(`${atOf(call)}#opening`)
      })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/comments/:id/edit',
    right: 'session',
    takes: 'prose',
    handle: (call) => {
      const id = call.params['id'] ?? ''
      const from = call.form.text('from')
      const anchor = from === '' ? `comment-${id}` : `said-${id}`
      const draft = { ...emptyDraft, anchor, body: typed(call, 'body') }
      return orPreview(call, draft, async () => {
        await changePullComment(call.app, call.actor, commentRef(call), { body: draft.body })
        return go(`${atOf(call)}${from === 'files' ? '/files' : ''}#${anchor}`)
      })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/comments/:id/delete',
    right: 'session',
    handle: async (call) => {
      await deleteComment(call.app, call.actor, { ...commentRef(call), kind: 'pull' })
      return done(`${atOf(call)}${call.query['from'] === 'files' ? '/files' : ''}`, 'The comment was deleted.')
    },
  }),
  repoPage({ method: 'POST', path: '/pulls/:number/react', right: 'session', handle: (call) => react(call, null) }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/comments/:id/react',
    right: 'session',
    handle: (call) => react(call, call.params['id'] ?? ''),
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/comments/:id/apply',
    right: 'session',
    handle: (call) =>
      orBack(call, async () => {
        await applySuggestion(call.app, call.actor, commentRef(call))
        const at = `${atOf(call)}${call.form.text('from') === 'files' ? '/files' : ''}`
        return done(at, 'The suggestion was committed.')
      }),
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/reviews/:id/dismiss',
    right: 'session',
    handle: (call) =>
      orBack(call, async () => {
        const changes = { dismissed: true, message: call.form.text('message') } as const
        await changeReview(call.app, call.actor, commentRef(call), changes)
        return go(`${atOf(call)}#review-${call.params['id'] ?? ''}`)
      }),
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/manage',
    right: 'session',
    handle: (call) =>
      orBack(call, async () => {
        if (call.form.text('set') === 'reviewers') await setReviewers(call)
        else await updatePull(call.app, call.actor, pullRef(call), changesOf(call))
        return go(atOf(call))
      }),
  }),
]

function commentRef(call: Call) {
  return { ...pullRef(call), id: parseRecordId(call.params['id'] ?? '') }
}

/** Browsers end lines as mail does. */
function typed({ form }: Call, name: string): string {
  return form.text(name).replaceAll('\r\n', '\n')
}

/** What was written, shown again as it will look or with what is wrong with it; or done. */
async function orPreview(call: Call, draft: PullDraft, work: () => Promise<PageAnswer>): Promise<PageAnswer> {
  if (call.form.ticked('preview')) {
    const html = await previewText(call.app, call.actor, call.ref, draft.body)
    return showPull(call, { draft: { ...draft, preview: html === null ? { text: draft.body } : { html } } })
  }
  return orErrors(work, (errors, kind) => showPull(call, { draft, errors, status: statusOf(kind) }))
}

async function react(call: Call, commentId: string | null): Promise<PageAnswer> {
  const { app, actor, form } = call
  const about = { ...pullRef(call), kind: 'pull' } as const
  const target = { ...about, commentId: commentId === null ? null : parseRecordId(commentId) }
  if (form.ticked('remove')) await removeReaction(app, actor, target, form.text('remove'))
  else await addReaction(app, actor, target, form.text('add'))
  return go(`${atOf(call)}#${commentId === null ? 'opening' : `comment-${commentId}`}`)
}

/** Who is new is asked; who is left out is not asked any more. */
async function setReviewers(call: Call): Promise<void> {
  const { app, actor, form } = call
  const wanted = namesIn(form.text('reviewers'))
  const { requestedReviewers } = await getPull(app, actor, pullRef(call))
  const kept = new Set(wanted.map((name) => name.toLowerCase()))
  const gone = requestedReviewers.map(({ username }) => username).filter((name) => !kept.has(name.toLowerCase()))
  if (wanted.length > 0) await requestReviewers(app, actor, pullRef(call), wanted)
  if (gone.length > 0) await withdrawReviewers(app, actor, pullRef(call), gone)
}

function changesOf({ form }: Call): PullChanges {
  switch (form.text('set')) {
    case 'labels':
      return { labels: form.all('label') }
    case 'assignees':
      return { assignees: namesIn(form.text('assignees')) }
    case 'milestone':
      return { milestone: form.text('milestone') }
    case 'target':
      return { targetBranch: form.text('target') }
    case 'draft':
      return { isDraft: true }
    case 'ready':
      return { isDraft: false }
    case 'lock':
      return { locked: true }
    case 'unlock':
      return { locked: false }
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
