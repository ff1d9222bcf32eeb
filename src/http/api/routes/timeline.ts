import { parseRecordId } from '../../../core/record-id.ts'
import { listHistory } from '../../../features/threads/read-history.ts'
import { listTimeline } from '../../../features/threads/read-timeline.ts'
import { type Route, route } from '../route.ts'
import { type Conversation, commentParams, readingOf, refOf, threadParams } from './conversation.ts'

/** What happened in an issue or pull request, and what its texts were before. */
export function timelineRoutes(about: Conversation): readonly Route[] {
  const reading = readingOf(about)
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
      method: 'GET',
      path: `${path}/comments/{id}/history`,
      summary: 'What a comment said before, the last change first',
      ...reading,
      params: commentParams,
      output: { kind: 'list', resource: 'textVersion' },
      handle: ({ app, actor, params, page }) =>
        listHistory(app, actor, { ...refOf(about, params), commentId: parseRecordId(params.id) }, page),
    }),
  ]
}
