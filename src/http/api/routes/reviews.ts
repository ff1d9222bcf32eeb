import { Type } from 'typebox'
import { parseRecordId } from '../../../core/record-id.ts'
import { showSource } from '../../../features/pulls/show-source.ts'
import { changeReview } from '../../../features/reviews/change-review.ts'
import { createReview } from '../../../features/reviews/create-review.ts'
import { addToReview, discardReview, editInReview, takeFromReview } from '../../../features/reviews/pending-review.ts'
import { getReview, listReviews } from '../../../features/reviews/read-reviews.ts'
import { requestReviewers, withdrawReviewers } from '../../../features/reviews/request-reviewers.ts'
import { reviewEvents } from '../../../features/reviews/review.ts'
import { setViewed } from '../../../features/reviews/view-files.ts'
import { nameText } from '../../../features/threads/name-text.ts'
import { route } from '../route.ts'
import { commentOf, newComment } from './pull-comments.ts'

const tag = 'Reviews'
const name = Type.String({ maxLength: 255 })
const ofPull = { owner: name, repo: name, number: name }
const pullParams = Type.Object(ofPull)
const reviewParams = Type.Object({ ...ofPull, id: name })
const pendingParams = Type.Object({ ...ofPull, id: name, comment: name })
const reading = { tag, right: 'anyone', scope: 'pulls:read', role: 'Reader', rate: 'api', remembers: true } as const
const writing = { tag, right: 'user', scope: 'pulls:write', role: 'Developer', rate: 'api' } as const
const asking = { ...writing, role: 'Reader' } as const
const event = Type.Optional(
  Type.Union(
    reviewEvents.map((one) => Type.Literal(one)),
    { description: 'Without one it stays pending: only you see it until you submit it' },
  ),
)
const body = Type.Optional(Type.String({ description: 'Markdown, at most 65,536 characters' }))
const reviewers = Type.Object({ reviewers: Type.Array(name, { maxItems: 20, description: 'Usernames' }) })

export const reviewRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/pulls/{number}/reviews',
    summary: 'Reviews, the oldest first',
    ...reading,
    params: pullParams,
    output: { kind: 'list', resource: 'review' },
    handle: ({ app, actor, params, page }) => listReviews(app, actor, params, page),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/pulls/{number}/reviews',
    summary: 'Review a pull request; the last verdict of each person counts, and nobody approves their own',
    ...writing,
    params: pullParams,
    body: Type.Object({
      event,
      body,
      comments: Type.Optional(Type.Array(newComment, { maxItems: 100 })),
      commit_sha: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'The head that you looked at, if something may have come meanwhile',
        }),
      ),
    }),
    output: { kind: 'one', status: 201, resource: 'review' },
    handle: ({ app, actor, params, body: { commit_sha: commitSha, comments, ...input } }) =>
      createReview(app, actor, params, { ...input, commitSha, comments: comments?.map(commentOf) }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/pulls/{number}/reviews/{id}',
    summary: 'A review with its comments',
    ...reading,
    params: reviewParams,
    output: { kind: 'one', status: 200, resource: 'reviewDetail' },
    handle: ({ app, actor, params }) => getReview(app, actor, params, parseRecordId(params.id)),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/pulls/{number}/reviews/{id}',
    summary: 'Submit a pending review, say it in other words, or dismiss it',
    ...writing,
    params: reviewParams,
    body: Type.Object({
      event,
      body,
      dismissed: Type.Optional(
        Type.Literal(true, { description: 'It does not count any more: by its author, and by Maintainers' }),
      ),
      message: Type.Optional(Type.String({ description: 'Why it is dismissed' })),
    }),
    output: { kind: 'one', status: 200, resource: 'reviewDetail' },
    current: ({ app, actor, params }) => getReview(app, actor, params, parseRecordId(params.id)),
    handle: async ({ app, actor, params, body: changes, seen }) => {
      const ref = { ...params, id: parseRecordId(params.id) }
      await changeReview(app, actor, ref, { ...changes, seen: seen && nameText({ body: seen.body }) })
      return getReview(app, actor, params, ref.id)
    },
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/pulls/{number}/reviews/{id}',
    summary: 'Throw away a pending review',
    ...writing,
    params: reviewParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => discardReview(app, actor, { ...params, id: parseRecordId(params.id) }),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/pulls/{number}/reviews/{id}/comments',
    summary: 'Add a comment on lines to a pending review',
    ...writing,
    params: reviewParams,
    body: newComment,
    output: { kind: 'one', status: 201, resource: 'review' },
    handle: ({ app, actor, params, body: input }) =>
      addToReview(app, actor, { ...params, id: parseRecordId(params.id) }, commentOf(input)),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/pulls/{number}/reviews/{id}/comments/{comment}',
    summary: 'Say a comment of a pending review in other words',
    ...writing,
    params: pendingParams,
    body: Type.Object({ body: Type.String({ description: 'Markdown, at most 65,536 characters' }) }),
    output: { kind: 'one', status: 200, resource: 'review' },
    handle: ({ app, actor, params, body: input }) =>
      editInReview(
        app,
        actor,
        { ...params, id: parseRecordId(params.id) },
        { id: parseRecordId(params.comment), body: input.body },
      ),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/pulls/{number}/reviews/{id}/comments/{comment}',
    summary: 'Take a comment out of a pending review',
    ...writing,
    params: pendingParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) =>
      takeFromReview(app, actor, { ...params, id: parseRecordId(params.id) }, parseRecordId(params.comment)),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/pulls/{number}/requested-reviewers',
    summary: 'Ask people for a review',
    ...asking,
    params: pullParams,
    body: reviewers,
    output: { kind: 'one', status: 201, resource: 'pull' },
    handle: async ({ app, actor, params, body: input }) =>
      showSource(app, actor, await requestReviewers(app, actor, params, input.reviewers)),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/pulls/{number}/requested-reviewers',
    summary: 'Do not ask them after all',
    ...asking,
    params: pullParams,
    body: reviewers,
    output: { kind: 'one', status: 200, resource: 'pull' },
    handle: async ({ app, actor, params, body: input }) =>
      showSource(app, actor, await withdrawReviewers(app, actor, params, input.reviewers)),
  }),
  route({
    method: 'PUT',
    path: '/repos/{owner}/{repo}/pulls/{number}/viewed-files',
    summary: 'Tick off a file that you have viewed; it is unticked when the file changes',
    ...asking,
    params: pullParams,
    body: Type.Object({ path: Type.String({ maxLength: 4096 }), viewed: Type.Optional(Type.Boolean()) }),
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params, body: input }) =>
      setViewed(app, actor, params, { path: input.path, viewed: input.viewed ?? true }),
  }),
]
