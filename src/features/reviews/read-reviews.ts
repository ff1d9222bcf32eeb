import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import { atLeast } from '../../core/roles.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import { type OpenPull, openPull, type PullRef } from '../pulls/require-pull.ts'
import { renderTexts } from '../references/render-texts.ts'
import { readPullComments } from './comment-store.ts'
import { isVerdict, mayDismiss } from './may-dismiss.ts'
import type { Review, ReviewWithComments } from './review.ts'
import { findReview, pageOfReviews, readPending } from './store.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/** The oldest first. One's own that is pending is among them, and nobody else's. */
export async function listReviews(app: Needs, actor: Actor, ref: PullRef, request: PageRequest): Promise<Page<Review>> {
  const { pull } = await openPull(app, actor, ref, { to: 'read' })
  return pageOfReviews(app.db, pull, userOf(actor)?.id ?? null, request)
}

export async function getReview(app: Needs, actor: Actor, ref: PullRef, id: RecordId): Promise<ReviewWithComments> {
  const { pull } = await openPull(app, actor, ref, { to: 'read' })
  const review = await findReview(app.db, pull, userOf(actor)?.id ?? null, id)
  if (review === null) throw notFound('REVIEW')
  const [comments, pending] = await Promise.all([
    readPullComments(app.db, pull.id, { reviewId: review.id }),
    readPending(app.db, review.id),
  ])
  return { ...review, comments, pending }
}

/** More than anybody reads on one page. */
const mostShown = 500

export interface ReviewView extends Review {
  readonly html: SafeHtml | null
  readonly can: { readonly dismiss: boolean; readonly edit: boolean }
}

/** For the page of a pull request: all that were submitted, with what was said as HTML. */
export async function viewReviews(
  app: Needs & Pick<App, 'clock' | 'markup'>,
  actor: Actor,
  { repo, pull }: OpenPull,
): Promise<readonly ReviewView[]> {
  const { items } = await pageOfReviews(app.db, pull, null, { page: 1, perPage: mostShown })
  const html = await renderTexts(
    app,
    actor,
    repo,
    items.map(({ body }) => body),
  )
  const user = userOf(actor)
  const mayReview = user !== null && !repo.isArchived && atLeast(repo.role, 'Developer')
  const canDismiss = (review: Review): boolean =>
    mayReview && isVerdict(review) && review.dismissedAt === null && mayDismiss(repo, user.id, review)
  return items.map((review, at) => ({
    ...review,
    html: html[at] ?? null,
    can: { dismiss: canDismiss(review), edit: mayReview && review.author?.id === user.id && review.body.trim() !== '' },
  }))
}
