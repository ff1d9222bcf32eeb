import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import type { OpenPull } from '../pulls/require-pull.ts'
import { renderTexts } from '../references/render-texts.ts'
import { mayDelete, mayEdit, maySpeak } from '../threads/rights.ts'
import { readPullComments } from './comment-store.ts'
import type { Place, PullComment } from './pull-comment.ts'
import type { PendingComment, Review } from './review.ts'
import { findReview, readPending } from './store.ts'
import { findSuggestion } from './suggestion.ts'

export interface ViewedComment {
  readonly comment: PullComment
  /** Null where it could not be set in time. */
  readonly html: SafeHtml | null
  readonly can: { readonly edit: boolean; readonly delete: boolean; readonly apply: boolean }
}

/** A conversation about some lines. */
export interface Talk {
  /** Of the comment that it began with, which may be gone. */
  readonly rootId: number
  readonly place: Place
  readonly comments: readonly [ViewedComment, ...ViewedComment[]]
  readonly can: { readonly answer: boolean; readonly resolve: boolean }
}

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'kept' | 'markup' | 'objects'>

/** All that was said about lines, by conversation, the oldest first. */
export async function viewTalks(
  app: Needs,
  actor: Actor,
  { repo, pull }: OpenPull,
  /** Whether somebody may push to the branch that it comes from. */
  mayPush: boolean,
): Promise<readonly Talk[]> {
  const comments = await readPullComments(app.db, pull.id, { inLines: true })
  const html = await renderTexts(
    app,
    actor,
    repo,
    comments.map(({ body }) => body),
  )
  const userId = userOf(actor)?.id ?? null
  const mayWrite = userId !== null && !repo.isArchived
  const viewed = comments.flatMap((comment, at) => {
    if (comment.place === null) return []
    const { place } = comment
    const isNow = !place.isOutdated && place.now !== null && place.original.side === 'new'
    const apply = mayPush && isNow && pull.state === 'open' && findSuggestion(comment.body) !== null
    const edit = mayWrite && mayEdit(repo, userId, comment)
    const can = { edit, delete: mayWrite && mayDelete(repo, userId, comment), apply }
    return [{ place, one: { comment, html: html[at] ?? null, can } }]
  })
  const answer = mayWrite && maySpeak(repo, pull)
  return [...Map.groupBy(viewed, ({ place }) => place.rootId)].flatMap(([rootId, all]): Talk[] => {
    const [first, ...rest] = all
    if (first === undefined) return []
    const began = first.one.comment.author?.id
    const resolve = mayWrite && (mayEdit(repo, userId, pull) || (began !== undefined && began === userId))
    const said = rest.map(({ one }) => one)
    return [{ rootId, place: first.place, comments: [first.one, ...said], can: { answer, resolve } }]
  })
}

/** A review that the reader has begun and not submitted; null when there is none. */
export async function findOwnPending(
  app: Pick<App, 'db'>,
  actor: Actor,
  { pull }: OpenPull,
): Promise<{ readonly review: Review; readonly comments: readonly PendingComment[] } | null> {
  const user = userOf(actor)
  const review = user === null ? null : await findReview(app.db, pull, user.id, 'pending')
  return review === null ? null : { review, comments: await readPending(app.db, review.id) }
}
