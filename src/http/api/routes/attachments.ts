import { Type } from 'typebox'
import { largestAttachment } from '../../../core/largest-attachment.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import { addAttachment } from '../../../features/attachments/add-attachment.ts'
import { deleteAttachment } from '../../../features/attachments/delete-attachment.ts'
import { listAttachments } from '../../../features/attachments/list-attachments.ts'
import { openAttachment } from '../../../features/attachments/open-attachment.ts'
import { attachmentBytes } from '../../attachment-bytes.ts'
import { route } from '../route.ts'

const tag = 'Issues'
const text = Type.String({ maxLength: 255 })
const ofRepo = { owner: text, repo: text }

export const attachmentRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/attachments',
    tag,
    summary: 'Files that were added to texts, newest first; for Maintainers',
    right: 'user',
    scope: 'issues:read',
    role: 'Maintainer',
    rate: 'api',
    params: Type.Object(ofRepo),
    output: { kind: 'list', resource: 'attachment' },
    handle: ({ app, actor, params, page }) => listAttachments(app, actor, params, page),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/attachments',
    tag,
    summary:
      'Add a file to put into a text: the body is the file, at most 25 MiB, and 500 MiB within a day; if no text names it, it goes after three days',
    right: 'user',
    scope: 'issues:write',
    role: 'Reader',
    rate: 'api',
    params: Type.Object(ofRepo),
    query: Type.Object({ name: text }),
    body: { kind: 'bytes', limit: largestAttachment },
    output: { kind: 'one', status: 201, resource: 'attachment' },
    handle: ({ app, actor, params, query, body }) => addAttachment(app, actor, params, { name: query.name, ...body }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/attachments/{id}',
    tag,
    summary: 'A file of a text',
    right: 'anyone',
    scope: 'issues:read',
    role: 'Reader',
    rate: 'api',
    params: Type.Object({ ...ofRepo, id: text }),
    output: { kind: 'bytes', media: '*/*', parts: true },
    handle: async ({ app, actor, params }) =>
      attachmentBytes(await openAttachment(app, actor, params, parseRecordId(params.id))),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/attachments/{id}',
    tag,
    summary: 'Delete a file of a text: by whoever added it, and by Maintainers',
    right: 'user',
    scope: 'issues:write',
    role: 'Reader',
    rate: 'api',
    params: Type.Object({ ...ofRepo, id: text }),
    output: { kind: 'nothing', status: 204 },
    handle: async ({ app, actor, params }) => {
      await deleteAttachment(app, actor, params, parseRecordId(params.id))
    },
  }),
]
