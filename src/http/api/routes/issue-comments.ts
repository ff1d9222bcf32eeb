import { Type } from 'typebox'
import { parseRecordId } from '../../../core/record-id.ts'
import type { IssueRef } from '../../../features/issues/read-issues.ts'
import { addComment } from '../../../features/threads/add-comment.ts'
import { deleteComment, editComment } from '../../../features/threads/change-comment.ts'
import type { ThreadRef } from '../../../features/threads/open-threads.ts'
import { getComment, listComments } from '../../../features/threads/read-comments.ts'
import { route } from '../route.ts'

const tag = 'Issues'
const text = Type.String({ maxLength: 255 })
const ofRepo = { owner: text, repo: text }
const issueParams = Type.Object({ ...ofRepo, number: text })
const commentParams = Type.Object({ ...ofRepo, number: text, id: text })
const reading = { tag, right: 'anyone', scope: 'issues:read', role: 'Reader', rate: 'api' } as const
const writing = { tag, right: 'user', scope: 'issues:write', role: 'Reader', rate: 'api' } as const
const comment = { kind: 'one', status: 200, resource: 'comment' } as const
const newComment = Type.Object({ body: Type.String({ description: 'Markdown, at most 65,536 characters' }) })

export const issueCommentRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{number}/comments',
    summary: 'Comments, the oldest first',
    ...reading,
    params: issueParams,
    output: { kind: 'list', resource: 'comment' },
    handle: ({ app, actor, params, page }) => listComments(app, actor, ofIssue(params), page),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues/{number}/comments',
    summary: 'Comment on an issue',
    ...writing,
    params: issueParams,
    body: newComment,
    output: { kind: 'one', status: 201, resource: 'comment' },
    handle: ({ app, actor, params, body: input }) => addComment(app, actor, ofIssue(params), input.body),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{number}/comments/{id}',
    summary: 'A comment',
    ...reading,
    params: commentParams,
    output: comment,
    handle: ({ app, actor, params }) => getComment(app, actor, ofIssue(params), parseRecordId(params.id)),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/issues/{number}/comments/{id}',
    summary: 'Edit a comment: its author and Developers; what it said is kept',
    ...writing,
    params: commentParams,
    body: newComment,
    output: comment,
    handle: ({ app, actor, params, body: input }) =>
      editComment(app, actor, { ...ofIssue(params), id: parseRecordId(params.id) }, input.body),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/issues/{number}/comments/{id}',
    summary: 'Delete a comment: its author and Maintainers',
    ...writing,
    params: commentParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => deleteComment(app, actor, { ...ofIssue(params), id: parseRecordId(params.id) }),
  }),
]

function ofIssue({ owner, repo, number }: IssueRef): ThreadRef {
  return { owner, repo, number, kind: 'issue' }
}
