import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Repo } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'

/** A file that somebody put into a text. */
export interface Attachment {
  readonly id: number
  readonly uuid: string
  readonly repo: { readonly owner: string; readonly slug: string }
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  /** Null when the account is gone. */
  readonly uploader: string | null
  /** Whether a text of the repository names it, or named it when it was looked. */
  readonly isUsed: boolean
  readonly createdAt: number
}

export function selectAttachments(reader: Reader, repoId: number) {
  return reader
    .selectFrom('attachments')
    .innerJoin('blobs', 'blobs.id', 'attachments.blob_id')
    .leftJoin('owners', 'owners.id', 'attachments.uploader_id')
    .select([
      'attachments.id',
      'attachments.uuid',
      'attachments.name',
      'attachments.content_type as contentType',
      'attachments.created_at as createdAt',
      'attachments.unused_since as unusedSince',
      'attachments.uploader_id as uploaderId',
      'owners.name as uploader',
      'blobs.size',
      'blobs.sha256',
      'blobs.file',
    ])
    .where('attachments.repo_id', '=', repoId)
}

type AttachmentRow = Awaited<ReturnType<ReturnType<typeof selectAttachments>['execute']>>[number]

export function attachmentOf(repo: Repo, row: AttachmentRow, named: ReadonlySet<string>): Attachment {
  const { file: _file, uploaderId: _uploaderId, unusedSince, ...rest } = row
  const isUsed = unusedSince === null || named.has(row.uuid)
  return { ...rest, isUsed, repo: { owner: repo.owner, slug: repo.slug } }
}

/** Of this repository alone. Whether it is used is left open where nobody has looked yet. */
export async function requireAttachment(
  reader: Reader,
  repo: Repo,
  id: RecordId,
): Promise<{ readonly attachment: Attachment; readonly uploaderId: number | null; readonly file: string }> {
  const all = selectAttachments(reader, repo.id)
  const row = await ('uuid' in id
    ? all.where('attachments.uuid', '=', id.uuid)
    : all.where('attachments.id', '=', id.id)
  ).executeTakeFirst()
  if (row === undefined) throw notFound('ATTACHMENT')
  return { attachment: attachmentOf(repo, row, new Set()), uploaderId: row.uploaderId, file: row.file }
}
