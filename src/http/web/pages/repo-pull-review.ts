import { notFound } from '../../../core/errors.ts'
import { parseRecordId, type RecordId } from '../../../core/record-id.ts'
import { openPull } from '../../../features/pulls/require-pull.ts'
import { addPullComment } from '../../../features/reviews/add-pull-comment.ts'
import { changePullComment } from '../../../features/reviews/change-pull-comment.ts'
import { createReview } from '../../../features/reviews/create-review.ts'
import { addToReview, discardReview, editInReview, takeFromReview } from '../../../features/reviews/pending-review.ts'
import { reviewEvents } from '../../../features/reviews/review.ts'
import { findOwnPending } from '../../../features/reviews/view-talks.ts'
import { saidTogether } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, type PageAnswer, type PageRoute } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { atOf, pullRef, showPull } from './repo-pull.tsx'
import { showFiles } from './repo-pull-files.tsx'
import { keptSearch, type LineDraft } from './review-of-files.tsx'
import { orPreview, previewOf, typed } from './thread-actions.tsx'
import { emptyDraft } from './thread-page.ts'

type Call = RepoCall<'session'>

/** What is said about lines, at once or gathered for a review, and the review itself. */
export const repoPullReviewPages: readonly PageRoute[] = [
  repoPage({
    method: 'POST',
    path: '/pulls/:number/comment-line',
    right: 'session',
    takes: 'prose',
    formAt: '/:owner/:repo/pulls/:number/files',
    handle: commentOnLine,
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/review',
    right: 'session',
    takes: 'prose',
    formAt: '/:owner/:repo/pulls/:number/files',
    handle: (call) => {
      const { app, actor, form } = call
      const event = reviewEvents.find((one) => one === form.text('event')) ?? 'comment'
      const draft = { ...emptyDraft, anchor: 'review', body: typed(call) }
      return orPreview(showFiles, call, draft, async () => {
        const commitSha = form.text('head_sha') || undefined
        await createReview(app, actor, pullRef(call), { event, body: draft.body, commitSha })
        return done(atOf(call), 'Your review was submitted.')
      })
    },
  }),
  ...onPending('edit', (call, pending) => {
    const draft = { ...emptyDraft, anchor: `pending-${call.params['id'] ?? ''}`, body: typed(call) }
    return orPreview(showFiles, call, draft, async () => {
      await editInReview(call.app, call.actor, pending.review, { id: pending.id, body: draft.body })
      return go(`${atOf(call)}/files${keptSearch(call.query)}#${draft.anchor}`)
    })
  }),
  ...onPending('delete', async (call, pending) => {
    await takeFromReview(call.app, call.actor, pending.review, pending.id)
    return done(`${atOf(call)}/files${keptSearch(call.query)}`, 'The pending comment was deleted.')
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/review/discard',
    right: 'session',
    formAt: '/:owner/:repo/pulls/:number/files',
    handle: async (call) => {
      const { app, actor } = call
      const opened = await openPull(app, actor, pullRef(call), { to: 'read' })
      const own = await findOwnPending(app, actor, opened)
      if (own !== null) await discardReview(app, actor, { ...pullRef(call), id: { uuid: own.review.uuid } })
      return done(`${atOf(call)}/files`, 'Your pending review was discarded.')
    },
  }),
]

interface PendingRef {
  readonly review: ReturnType<typeof pullRef> & { readonly id: RecordId }
  readonly id: RecordId
}

/** A comment of the review that the reader has begun. Whoever has submitted it meanwhile is told so. */
function onPending(
  act: 'edit' | 'delete',
  handle: (call: Call, pending: PendingRef) => Promise<PageAnswer>,
): readonly PageRoute[] {
  return [
    repoPage({
      method: 'POST',
      path: `/pulls/:number/pending/:id/${act}`,
      right: 'session',
      takes: 'prose',
      formAt: '/:owner/:repo/pulls/:number/files',
      handle: async (call) => {
        const { app, actor, params } = call
        const id = parseRecordId(params['id'] ?? '')
        const own = await findOwnPending(app, actor, await openPull(app, actor, pullRef(call), { to: 'read' }))
        if (own === null) throw notFound('COMMENT')
        return handle(call, { review: { ...pullRef(call), id: { uuid: own.review.uuid } }, id })
      },
    }),
  ]
}

/** A comment on a line, an answer to one, or a word on whether it is settled. */
async function commentOnLine(call: Call): Promise<PageAnswer> {
  const { form, query } = call
  const isFiles = form.text('from') === 'files'
  const answered = form.text('in_reply_to')
  if (answered === '') return commentOnNewLine(call)
  const draft = { ...emptyDraft, anchor: `answer-${answered}`, body: typed(call) }
  const page = query['page'] === undefined ? '' : `?page=${call.page.page}`
  const back = isFiles ? `${atOf(call)}/files${keptSearch(query)}` : `${atOf(call)}${page}`
  return orPreview(isFiles ? showFiles : showPull, call, draft, async () => {
    await answer(call, answered, draft.body)
    return go(`${back}#comment-${answered}`)
  })
}

async function commentOnNewLine(call: Call): Promise<PageAnswer> {
  const { app, actor, form, query } = call
  const body = typed(call)
  const startLine = form.number('start_line')
  const side = form.text('side') === 'old' ? 'old' : 'new'
  const input = { body, path: form.text('path'), line: form.number('line'), startLine, side } as const
  const line: LineDraft = {
    on: form.text('on'),
    body,
    startLine: form.text('start_line').trim(),
    preview: await previewOf(call, body),
    error: undefined,
  }
  if (line.preview !== undefined) return showFiles(call, { line })
  return orErrors(
    async () => {
      if (!form.ticked('review')) await addPullComment(app, actor, pullRef(call), input)
      else {
        const opened = await openPull(app, actor, pullRef(call), { to: 'read' })
        const own = await findOwnPending(app, actor, opened)
        if (own === null) await createReview(app, actor, pullRef(call), { comments: [input] })
        else await addToReview(app, actor, { ...pullRef(call), id: { uuid: own.review.uuid } }, input)
      }
      return go(`${atOf(call)}/files${keptSearch(query)}#${line.on}`)
    },
    (errors, kind) => showFiles(call, { line: { ...line, error: saidTogether(errors) }, status: statusOf(kind) }),
  )
}

async function answer(call: Call, answered: string, body: string): Promise<void> {
  const { app, actor, form } = call
  const settle = form.text('settle')
  const id = parseRecordId(answered)
  if (body.trim() !== '' || settle === '')
    await addPullComment(app, actor, pullRef(call), { body, inReplyTo: answered })
  if (settle !== '') await changePullComment(app, actor, { ...pullRef(call), id }, { resolved: settle === 'resolve' })
}
