import { Type } from 'typebox'
import { parseRecordId } from '../../../core/record-id.ts'
import { addComment } from '../../../features/threads/add-comment.ts'
import { deleteComment, editComment } from '../../../features/threads/change-comment.ts'
import { nameText } from '../../../features/threads/name-text.ts'
import { getComment, listComments } from '../../../features/threads/read-comments.ts'
import { type Route, route } from '../route.ts'
import { type Conversation, commentParams, readingOf, refOf, threadParams, writingOf } from './conversation.ts'

const comment = { kind: 'one', status: 200, resource: 'comment' } as const
const newComment = Type.Object({ body: Type.String({ description: 'Markdown, at most 65,536 characters' }) })

/** The comments of issues, or of pull requests. */
export function commentRoutes(about: Conversation): readonly Route[] {
  const [reading, writing] = [readingOf(about), writingOf(about)]
  const path = `/repos/{owner}/{repo}/${about.segment}/{number}/comments`
  return [
    route({
      method: 'GET',
      path,
      summary: 'Comments, the oldest first',
      ...reading,
      params: threadParams,
      output: { kind: 'list', resource: 'comment' },
      handle: ({ app, actor, params, page }) => listComments(app, actor, refOf(about, params), page),
    }),
    route({
      method: 'POST',
      path,
      summary: 'Comment',
      ...writing,
      params: threadParams,
      body: newComment,
      output: { kind: 'one', status: 201, resource: 'comment' },
      handle: ({ app, actor, params, body }) => addComment(app, actor, refOf(about, params), body.body),
    }),
    route({
      method: 'GET',
      path: `${path}/{id}`,
      summary: 'A comment',
      ...reading,
      params: commentParams,
      output: comment,
      handle: ({ app, actor, params }) => getComment(app, actor, refOf(about, params), parseRecordId(params.id)),
    }),
    route({
      method: 'PATCH',
      path: `${path}/{id}`,
      summary: 'Edit a comment: its author and Developers; what it said is kept',
      ...writing,
      params: commentParams,
      body: newComment,
      output: comment,
      current: ({ app, actor, params }) => getComment(app, actor, refOf(about, params), parseRecordId(params.id)),
      handle: ({ app, actor, params, body: { body }, seen }) => {
        const text = { body, seen: seen && nameText(seen) }
        return editComment(app, actor, { ...refOf(about, params), id: parseRecordId(params.id) }, text)
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: 'Delete a comment: its author and Maintainers',
      ...writing,
      params: commentParams,
      output: { kind: 'nothing', status: 204 },
      handle: ({ app, actor, params }) =>
        deleteComment(app, actor, { ...refOf(about, params), id: parseRecordId(params.id) }),
    }),
  ]
}
