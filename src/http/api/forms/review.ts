import { type TProperties, Type } from 'typebox'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import type { Position, PullComment } from '../../../features/reviews/pull-comment.ts'
import type { PendingComment, Review, ReviewWithComments } from '../../../features/reviews/review.ts'
import {
  type Form,
  idIn,
  idSchema,
  maybeName,
  maybeText,
  maybeTimestamp,
  type Presentation,
  type Presenter,
  sameInBoth,
  timestamp,
} from './form.ts'

const maybeCount = Type.Union([Type.Integer(), Type.Null()])

const positionFields: TProperties = {
  path: maybeText,
  line: maybeCount,
  start_line: maybeCount,
  side: Type.Union([Type.String({ enum: ['old', 'new'] }), Type.Null()]),
  commit_sha: maybeText,
}

function presentPosition(position: Position | null): object {
  return {
    path: position?.path ?? null,
    line: position?.line ?? null,
    start_line: position?.startLine ?? null,
    side: position?.side ?? null,
    commit_sha: position?.commitSha ?? null,
  }
}

function commentIn(form: Form): Presenter<PullComment> {
  const maybeId = Type.Union([idSchema[form], Type.Null()])
  return {
    schema: Type.Object({
      id: idSchema[form],
      author: maybeName,
      body: Type.String({ description: 'Markdown' }),
      created_at: timestamp,
      updated_at: timestamp,
      ...positionFields,
      original_line: maybeCount,
      original_commit_sha: maybeText,
      in_reply_to: maybeId,
      review_id: maybeId,
      resolved: Type.Boolean(),
      resolved_by: maybeText,
      outdated: Type.Boolean({ description: 'The lines are gone, or say something else now' }),
    }),
    present: (one) => ({
      id: idIn(form, one),
      author: one.author?.username ?? null,
      body: one.body,
      created_at: iso(one.createdAt),
      updated_at: iso(one.updatedAt),
      // Where the lines are now; where they are not any more, where they were.
      ...presentPosition(one.place === null ? null : (one.place.now ?? one.place.original)),
      original_line: one.place?.original.line ?? null,
      original_commit_sha: one.place?.original.commitSha ?? null,
      in_reply_to: one.place?.inReplyTo ? idIn(form, one.place.inReplyTo) : null,
      review_id: one.place?.reviewId ? idIn(form, one.place.reviewId) : null,
      resolved: one.place?.isResolved ?? false,
      resolved_by: one.place?.resolvedBy?.username ?? null,
      outdated: one.place?.isOutdated ?? false,
    }),
  }
}

export const pullComment: Presentation<PullComment> = { A: commentIn('A'), B: commentIn('B') }

const reviewFields: TProperties = {
  author: maybeName,
  state: Type.String({ enum: ['pending', 'approved', 'changes_requested', 'commented'] }),
  body: Type.String({ description: 'Markdown' }),
  commit_sha: Type.String({ description: 'The head that was looked at' }),
  version: Type.Integer(),
  stale: Type.Boolean({ description: 'What is offered now is another patch' }),
  dismissed: Type.Boolean(),
  dismissed_by: maybeText,
  dismissal: Type.String({ description: 'Why it was dismissed' }),
  created_at: timestamp,
  updated_at: timestamp,
  submitted_at: maybeTimestamp,
}

function presentReview(value: Review): object {
  return {
    author: value.author?.username ?? null,
    state: value.state,
    body: value.body,
    commit_sha: value.commitSha,
    version: value.version,
    stale: value.isStale,
    dismissed: value.dismissedAt !== null,
    dismissed_by: value.dismissedBy?.username ?? null,
    dismissal: value.dismissal,
    created_at: iso(value.createdAt),
    updated_at: iso(value.updatedAt),
    submitted_at: maybeIso(value.submittedAt),
  }
}

export const review = sameInBoth<Review>(reviewFields, presentReview)

function pendingIn(form: Form): Presenter<PendingComment> {
  return {
    schema: Type.Object({
      id: idSchema[form],
      body: Type.String(),
      ...positionFields,
      created_at: timestamp,
    }),
    present: (one) => ({
      id: idIn(form, one),
      body: one.body,
      ...presentPosition(one.position),
      created_at: iso(one.createdAt),
    }),
  }
}

const pending: Presentation<PendingComment> = { A: pendingIn('A'), B: pendingIn('B') }

function detailIn(form: Form): Presenter<ReviewWithComments> {
  return {
    schema: Type.Object({
      ...review[form].schema.properties,
      comments: Type.Array(pullComment[form].schema),
      pending_comments: Type.Array(pending[form].schema),
    }),
    present: (value, context) => ({
      ...review[form].present(value, context),
      comments: value.comments.map((one) => pullComment[form].present(one, context)),
      pending_comments: value.pending.map((one) => pending[form].present(one, context)),
    }),
  }
}

export const reviewDetail: Presentation<ReviewWithComments> = { A: detailIn('A'), B: detailIn('B') }
