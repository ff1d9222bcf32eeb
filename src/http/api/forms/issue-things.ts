import { Type } from 'typebox'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import type { Attachment } from '../../../features/attachments/attachment.ts'
import type { IssueTemplate } from '../../../features/issues/issue-templates.ts'
import type { Label } from '../../../features/labels/label.ts'
import type { Milestone } from '../../../features/milestones/milestone.ts'
import { safeMediaType } from '../../safe-media-type.ts'
import { maybeName, maybeTimestamp, plain, sameInBoth, timestamp } from './form.ts'

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

export const attachment = sameInBoth<Attachment>(
  {
    name: Type.String(),
    size: Type.Integer({ description: 'Bytes' }),
    content_type: Type.String({ description: 'What its sender called it' }),
    sha256: Type.String(),
    url: Type.String({ format: 'uri' }),
    markdown: Type.String({ description: 'What to put into a text' }),
    uploader: maybeName,
    used: Type.Boolean({
      description: 'Whether a text of the repository names it; if none does, it goes after three days',
    }),
    created_at: timestamp,
  },
  (one, { config }) => {
    const path = `/${one.repo.owner}/${one.repo.slug}/attachments/${one.uuid}/${encoded(one.name)}`
    const words = one.name.replaceAll(/[[\]\\`<>]/g, ' ')
    return {
      name: one.name,
      size: one.size,
      content_type: one.contentType,
      sha256: one.sha256,
      url: config.BASE_URL + path,
      markdown: `${safeMediaType(one.name, Buffer.alloc(1)).startsWith('image/') ? '!' : ''}[${words}](${path})`,
      uploader: one.uploader,
      used: one.isUsed,
      created_at: iso(one.createdAt),
    }
  },
)

/** A bracket would end a link in Markdown. */
function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll('(', '%28').replaceAll(')', '%29')
}

export const issueTemplate = plain<IssueTemplate>(
  {
    file: Type.String({ description: 'Its path in the default branch' }),
    name: Type.String(),
    about: Type.String(),
    title: Type.String(),
    labels: Type.Array(Type.String()),
    body: Type.String({ description: 'Markdown to begin with' }),
  },
  ({ file, name, about, title, labels, body }) => ({ file, name, about, title, labels, body }),
)
