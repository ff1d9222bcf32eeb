import { parseRecordId } from '../../../core/record-id.ts'
import { forgetHistory } from '../../../features/threads/forget-history.ts'
import { listHistory } from '../../../features/threads/read-history.ts'
import { listTimeline } from '../../../features/threads/read-timeline.ts'
import { type Route, route } from '../route.ts'
import { type Conversation, commentParams, readingOf, refOf, threadParams, writingOf } from './conversation.ts'

/** What happened in an issue or pull request, and what its texts were before. */
export function timelineRoutes(about: Conversation): readonly Route[] {
  const reading = readingOf(about)
  const writing = writingOf(about)
  const path = `/repos/{owner}/{repo}/${about.segment}/{number}`
  return [
    route({
      method: 'GET',
      path: `${path}/timeline`,
      summary: 'Comments and what happened, the oldest first',
      ...reading,
      params: threadParams,
      output: { kind: 'list', resource: 'timelineItem' },
      handle: ({ app, actor, params, page }) => listTimeline(app, actor, refOf(about, params), page),
    }),
    route({
      method: 'GET',
      path: `${path}/history`,
      summary: 'What title and text were before, the last change first',
      ...reading,
      params: threadParams,
      output: { kind: 'list', resource: 'textVersion' },
      handle: ({ app, actor, params, page }) =>
        listHistory(app, actor, { ...refOf(about, params), commentId: null }, page),
    }),
    route({
      method: 'DELETE',
      path: `${path}/history`,
      summary: 'Remove what title and text were before: the author and Maintainers',
      ...writing,
      params: threadParams,
      output: { kind: 'nothing', status: 204 },
      handle: ({ app, actor, params }) => forgetHistory(app, actor, { ...refOf(about, params), commentId: null }),
    }),
    route({
      method: 'GET',
      path: `${path}/comments/{id}/history`,
      summary: 'What a comment said before, the last change first',
      ...reading,
      params: commentParams,
      output: { kind: 'list', resource: 'textVersion' },
      handle: ({ app, actor, params, page }) =>
        listHistory(app, actor, { ...refOf(about, params), commentId: parseRecordId(params.id) }, page),
    }),
    route({
      method: 'DELETE',
      path: `${path}/comments/{id}/history`,
      summary: 'Remove what a comment said before: its author and Maintainers',
      ...writing,
      params: commentParams,
      output: { kind: 'nothing', status: 204 },
      handle: ({ app, actor, params }) =>
        forgetHistory(app, actor, { ...refOf(about, params), commentId: parseRecordId(params.id) }),
    }),
  ]
}
