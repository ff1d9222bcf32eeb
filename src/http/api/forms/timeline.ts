import { Type } from 'typebox'
import { iso } from '../../../core/iso-time.ts'
import type { Reaction } from '../../../features/reactions/reaction.ts'
import type { TextVersion } from '../../../features/threads/read-history.ts'
import type { TimelineItem } from '../../../features/threads/read-timeline.ts'
import {
  authorElsewhere,
  type Form,
  fromElsewhere,
  idIn,
  idSchema,
  maybeText,
  type Presentation,
  type Presenter,
  plain,
  timestamp,
} from './form.ts'

export const reaction = plain<Reaction>(
  { content: Type.String(), user: Type.String(), created_at: timestamp },
  ({ content, username, createdAt }) => ({ content, user: username, created_at: iso(createdAt) }),
)

export const textVersion = plain<TextVersion>(
  {
    editor: Type.Union([Type.String(), Type.Null()], { description: 'Who changed it' }),
    title: Type.Union([Type.String(), Type.Null()], { description: 'Null for a comment, and where it was removed' }),
    body: Type.String({ description: 'Markdown, as it was until then; empty where it was removed' }),
    created_at: Type.String({ format: 'date-time', description: 'When it was changed' }),
  },
  ({ editor, title, body, createdAt }) => ({ editor, title, body, created_at: iso(createdAt) }),
)

function timelineItemIn(form: Form): Presenter<TimelineItem> {
  return {
    schema: Type.Object({
      id: idSchema[form],
      event: Type.String({ description: '`commented`, `closed`, `reopened`, `labeled`, `referenced`…' }),
      actor: maybeText,
      created_at: timestamp,
      updated_at: timestamp,
      body: Type.Union([Type.String(), Type.Null()], { description: 'Of a comment' }),
      details: Type.Object({}, { additionalProperties: true, description: 'By the kind of event' }),
      author_elsewhere: authorElsewhere,
    }),
    present: (item) => {
      if (item.kind === 'comment') {
        const { comment } = item
        return {
          id: idIn(form, comment),
          event: 'commented',
          actor: comment.author?.username ?? null,
          created_at: iso(comment.createdAt),
          updated_at: iso(comment.updatedAt),
          body: comment.body,
          details: {},
          ...fromElsewhere({ author: comment.authorElsewhere }),
        }
      }
      const { type, ...details } = item.event.event
      const at = iso(item.event.createdAt)
      const actor = item.event.actor?.username ?? null
      const own = { event: type, actor, body: null, details: inSnakeCase(details) }
      return { id: idIn(form, item.event), created_at: at, updated_at: at, ...own }
    },
  }
}

function spelled(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function inSnakeCase(details: object): object {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [spelled(name), value]))
}

export const timelineItem: Presentation<TimelineItem> = { A: timelineItemIn('A'), B: timelineItemIn('B') }
