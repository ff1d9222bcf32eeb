import { type TProperties, Type } from 'typebox'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import type { Comment } from '../../../features/threads/comment.ts'
import type { Thread } from '../../../features/threads/thread.ts'
import {
  authorElsewhere,
  type Form,
  fromElsewhere,
  idIn,
  idSchema,
  importedFrom,
  maybeName,
  maybeText,
  maybeTimestamp,
  type Presentation,
  type Presenter,
  sameInBoth,
  timestamp,
} from './form.ts'

/** What issues and pull requests show alike. */
function threadFields(form: Form): TProperties {
  return {
    id: idSchema[form],
    number: Type.Integer({ description: 'Counts the issues and pull requests of the repository' }),
    title: Type.String(),
    body: Type.String({ description: 'Markdown' }),
    author: maybeName,
    labels: Type.Array(
      Type.Object({
        name: Type.String(),
        color: Type.String({ description: '#rrggbb' }),
        type: Type.String({ enum: ['issue', 'pull', 'any'] }),
      }),
    ),
    assignees: Type.Array(Type.String()),
    milestone: Type.Union([Type.Object({ id: idSchema[form], title: Type.String() }), Type.Null()]),
    locked: Type.Boolean({ description: 'Only Developers may comment' }),
    pinned: Type.Boolean(),
    comment_count: Type.Integer(),
    created_at: timestamp,
    updated_at: timestamp,
    closed_at: maybeTimestamp,
    closed_by: maybeText,
    author_elsewhere: authorElsewhere,
    imported_from: importedFrom,
  }
}

function presentThread(form: Form, one: Thread): object {
  return {
    id: idIn(form, one),
    number: one.number,
    title: one.title,
    body: one.body,
    author: one.author?.username ?? null,
    labels: one.labels.map(({ name, color, type }) => ({ name, color, type })),
    assignees: one.assignees.map(({ username }) => username),
    milestone: one.milestone === null ? null : { id: idIn(form, one.milestone), title: one.milestone.title },
    locked: one.isLocked,
    pinned: one.pinnedAt !== null,
    comment_count: one.commentCount,
    created_at: iso(one.createdAt),
    updated_at: iso(one.updatedAt),
    closed_at: maybeIso(one.closedAt),
    closed_by: one.closedBy?.username ?? null,
    ...fromElsewhere(one.elsewhere),
  }
}

function issueIn(form: Form): Presenter<Thread> {
  const state = Type.String({ enum: ['open', 'closed'] })
  return {
    schema: Type.Object({ ...threadFields(form), state }),
    present: (one) => ({ ...presentThread(form, one), state: one.state }),
  }
}

export const issue: Presentation<Thread> = { A: issueIn('A'), B: issueIn('B') }

export const comment = sameInBoth<Comment>(
  {
    author: maybeName,
    body: Type.String({ description: 'Markdown' }),
    created_at: timestamp,
    updated_at: timestamp,
    author_elsewhere: authorElsewhere,
  },
  (one) => ({
    author: one.author?.username ?? null,
    body: one.body,
    created_at: iso(one.createdAt),
    updated_at: iso(one.updatedAt),
    ...fromElsewhere({ author: one.authorElsewhere }),
  }),
)
