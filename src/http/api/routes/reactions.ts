import { Type } from 'typebox'
import { parseRecordId } from '../../../core/record-id.ts'
import { addReaction, listReactions, type ReactionRef, removeReaction } from '../../../features/reactions/react.ts'
import { reactionContents } from '../../../features/reactions/reaction.ts'
import { type Route, route } from '../route.ts'
import { type Conversation, readingOf, refOf, writingOf } from './conversation.ts'

const text = Type.String({ maxLength: 255 })
const ofThread = { owner: text, repo: text, number: text }
const newReaction = Type.Object({ content: Type.String({ description: `One of ${reactionContents.join(' ')}` }) })

/** To an issue or pull request, and to its comments. */
export function reactionRoutes(about: Conversation): readonly Route[] {
  const thread = `/repos/{owner}/{repo}/${about.segment}/{number}`
  return [
    ...routesAt(about, `${thread}/reactions`, {}),
    ...routesAt(about, `${thread}/comments/{id}/reactions`, { id: text }),
  ]
}

function routesAt(about: Conversation, path: string, more: { readonly id?: typeof text }): readonly Route[] {
  const params = Type.Object({ ...ofThread, ...more })
  const one = Type.Object({ ...ofThread, ...more, content: text })
  return [
    route({
      method: 'GET',
      path,
      summary: 'Reactions, the oldest first',
      ...readingOf(about),
      params,
      output: { kind: 'list', resource: 'reaction' },
      handle: ({ app, actor, params: at, page }) => listReactions(app, actor, targetOf(about, at), page),
    }),
    route({
      method: 'POST',
      path,
      summary: 'React; the same once more changes nothing',
      ...writingOf(about),
      params,
      body: newReaction,
      output: { kind: 'saved', resource: 'reaction' },
      handle: ({ app, actor, params: at, body }) => addReaction(app, actor, targetOf(about, at), body.content),
    }),
    route({
      method: 'DELETE',
      path: `${path}/{content}`,
      summary: 'Take a reaction back',
      ...writingOf(about),
      params: one,
      output: { kind: 'nothing', status: 204 },
      handle: ({ app, actor, params: at }) => removeReaction(app, actor, targetOf(about, at), at.content),
    }),
  ]
}

interface Place {
  readonly owner: string
  readonly repo: string
  readonly number: string
  readonly id?: unknown
}

function targetOf(about: Conversation, at: Place): ReactionRef {
  return { ...refOf(about, at), commentId: typeof at.id === 'string' ? parseRecordId(at.id) : null }
}
