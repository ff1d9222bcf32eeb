import { Type } from 'typebox'
import { parseRecordId } from '../../../core/record-id.ts'
import { addAttachment, largestAttachment, openAttachment } from '../../../features/attachments/attachments.ts'
import { attachmentBytes } from '../../attachment-bytes.ts'
import { route } from '../route.ts'

const tag = 'Issues'
const text = Type.String({ maxLength: 255 })
const ofRepo = { owner: text, repo: text }

export const attachmentRoutes = [
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/attachments',
    tag,
    summary: 'Add a file to put into a text: the body is the file, at most 25 MiB, and 500 MiB within a day',
    right: 'user',
    scope: 'issues:write',
    role: 'Reader',
    rate: 'api',
    params: Type.Object(ofRepo),
    query: Type.Object({ name: text }),
    body: { kind: 'bytes', limit: largestAttachment },
    output: { kind: 'one', status: 201, resource: 'attachment' },
    handle: ({ app, actor, params, query, body }) =>
      addAttachment(app, actor, params, { name: query.name, type: body.type, stream: body.stream }),
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
]
