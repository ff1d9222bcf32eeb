import { Type } from 'typebox'
import type { Label } from '../../../features/labels/label.ts'
import type { Milestone } from '../../../features/milestones/milestone.ts'
import { iso, maybeIso, maybeTimestamp, sameInBoth, timestamp } from './form.ts'

export const label = sameInBoth<Label>(
  {
    name: Type.String(),
    color: Type.String({ description: '#rrggbb' }),
    type: Type.String({ enum: ['issue', 'pull', 'any'], description: 'What it is for' }),
    description: Type.String(),
  },
  ({ name, color, type, description }) => ({ name, color, type, description }),
)

export const milestone = sameInBoth<Milestone>(
  {
    title: Type.String(),
    description: Type.String({ description: 'Markdown' }),
    state: Type.String({ enum: ['open', 'closed'] }),
    due_at: maybeTimestamp,
    open_issues: Type.Integer({ description: 'Pull requests included' }),
    closed_issues: Type.Integer({ description: 'Pull requests included' }),
    created_at: timestamp,
    updated_at: timestamp,
    closed_at: maybeTimestamp,
  },
  (one) => ({
    title: one.title,
    description: one.description,
    state: one.state,
    due_at: maybeIso(one.dueAt),
    open_issues: one.openCount,
    closed_issues: one.closedCount,
    created_at: iso(one.createdAt),
    updated_at: iso(one.updatedAt),
    closed_at: maybeIso(one.closedAt),
  }),
)
