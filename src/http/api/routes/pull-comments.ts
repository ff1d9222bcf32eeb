import { type Static, Type } from 'typebox'
import { parseRecordId } from '../../../core/record-id.ts'
import { addPullComment, type NewPullComment } from '../../../features/reviews/add-pull-comment.ts'
import { applySuggestion } from '../../../features/reviews/apply-suggestion.ts'
import { changePullComment } from '../../../features/reviews/change-pull-comment.ts'
import { getPullComment, listPullComments } from '../../../features/reviews/read-pull-comments.ts'
import { deleteComment } from '../../../features/threads/change-comment.ts'
import { nameText } from '../../../features/threads/name-text.ts'
import { route } from '../route.ts'

const tag = 'Pull requests'
const name = Type.String({ maxLength: 255 })
const ofPull = { owner: name, repo: name, number: name }
const pullParams = Type.Object(ofPull)
const commentParams = Type.Object({ ...ofPull, id: name })
const reading = { tag, right: 'anyone', scope: 'pulls:read', role: 'Reader', rate: 'api', remembers: true } as const
const writing = { tag, right: 'user', scope: 'pulls:write', role: 'Reader', rate: 'api' } as const
const one = { kind: 'one', status: 200, resource: 'pullComment' } as const
const text = Type.String({ description: 'Markdown, at most 65,536 characters' })
const line = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })

/** A comment shows null where something does not apply: whoever sends it back like that means the same. */
export const newComment = Type.Object({
  body: text,
  path: Type.Optional(
    Type.Union([Type.String({ maxLength: 4096 }), Type.Null()], {
      description: 'A file that it is about; without one it is about the whole',
    }),
  ),
  line: Type.Optional(Type.Union([line, Type.Null()])),
  start_line: Type.Optional(Type.Union([line, Type.Null()], { description: 'For several lines' })),
  side: Type.Optional(
    Type.Union([Type.Literal('old'), Type.Literal('new'), Type.Null()], {
      description: 'What was there, or what is offered: `new`',
    }),
  ),
  commit_sha: Type.Optional(
    Type.Union([Type.String({ maxLength: 64 }), Type.Null()], { description: 'The head if absent' }),
  ),
  in_reply_to: Type.Optional(
    Type.Union([Type.String({ maxLength: 64 }), Type.Integer({ minimum: 1, maximum: 2 ** 53 }), Type.Null()], {
      description: 'The comment that it answers: the answer stands where that one does',
    }),
  ),
})

export const pullCommentRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/pulls/{number}/comments',
    summary: 'Comments, on the whole and on lines, the oldest first',
    ...reading,
    params: pullParams,
    output: { kind: 'list', resource: 'pullComment' },
    handle: ({ app, actor, params, page }) => listPullComments(app, actor, params, page),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/pulls/{number}/comments',
    summary: 'Comment on a pull request, on lines of a file, or answer',
    ...writing,
    params: pullParams,
    body: newComment,
    output: { kind: 'one', status: 201, resource: 'pullComment' },
    handle: ({ app, actor, params, body }) => addPullComment(app, actor, params, commentOf(body)),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/pulls/{number}/comments/{id}',
    summary: 'A comment',
    ...reading,
    params: commentParams,
    output: one,
    handle: ({ app, actor, params }) => getPullComment(app, actor, params, parseRecordId(params.id)),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/pulls/{number}/comments/{id}',
    summary: 'Edit a comment, or resolve the conversation that it is in',
    ...writing,
    params: commentParams,
    body: Type.Object({ body: Type.Optional(text), resolved: Type.Optional(Type.Boolean()) }),
    output: one,
    current: ({ app, actor, params }) => getPullComment(app, actor, params, parseRecordId(params.id)),
    handle: ({ app, actor, params, body, seen }) => {
      const changes = { ...body, seen: seen && nameText(seen) }
      return changePullComment(app, actor, { ...params, id: parseRecordId(params.id) }, changes)
    },
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/pulls/{number}/comments/{id}',
    summary: 'Delete a comment: its author and Maintainers',
    ...writing,
    params: commentParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) =>
      deleteComment(app, actor, { ...params, kind: 'pull', id: parseRecordId(params.id) }),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/pulls/{number}/comments/{id}/apply',
    summary: 'Commit what a comment suggests in a block fenced as `suggestion` to the source branch',
    ...writing,
    params: commentParams,
    body: Type.Object({ message: Type.Optional(Type.String({ maxLength: 65_536 })) }),
    output: { kind: 'one', status: 201, resource: 'fileCommit' },
    handle: ({ app, actor, params, body }) =>
      applySuggestion(app, actor, { ...params, id: parseRecordId(params.id) }, body.message),
  }),
]

export function commentOf(body: Static<typeof newComment>): NewPullComment {
  return {
    body: body.body,
    path: body.path ?? undefined,
    line: body.line ?? undefined,
    startLine: body.start_line ?? undefined,
    side: body.side ?? undefined,
    commitSha: body.commit_sha ?? undefined,
    inReplyTo: body.in_reply_to ?? undefined,
  }
}
