import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor, KnownActor } from '../../core/actor.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { uuid } from '../../db/uuid.ts'
import { requireRepo } from '../access/require-repo.ts'
import { requireStill } from '../access/require-still.ts'
import type { Part } from '../blobs/blob-keeping.ts'
import { parseFileName, parseFileType } from '../blobs/file-input.ts'
import { storeBlob } from '../blobs/store-blob.ts'
import { claimRoom, ownerOf, roomLeft } from '../quota/claim-room.ts'
import { dayRoomLeft, requireDayRoom } from './day-room.ts'

export const largestAttachment = 25 * 1024 * 1024

/** A file that somebody put into a text. */
export interface Attachment {
  readonly id: number
  readonly uuid: string
  readonly repo: { readonly owner: string; readonly slug: string }
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly createdAt: number
}

export interface AttachmentUpload {
  readonly name: string
  readonly type: string | null
  readonly stream: Readable
}

/** Everybody who may speak may add one: it belongs to the repository, and is seen by whoever may read that. */
export async function addAttachment(
  app: Pick<App, 'blobs' | 'clock' | 'config' | 'db'>,
  actor: KnownActor,
  ref: RepoRef,
  upload: AttachmentUpload,
): Promise<Attachment> {
  const need = { role: 'Reader', scope: 'issues:write' } as const
  const repo = await requireRepo(app, actor, ref, need)
  const name = parseFileName(upload.name)
  const contentType = parseFileType(upload.type)
  const owner = ownerOf(repo)
  const today = await dayRoomLeft(app, actor.user.id)
  const whole = await roomLeft(app, owner)
  const room = whole === null || today.bytes < whole.bytes ? today : whole
  const still = () => requireStill(app, actor, repo, need)
  return storeBlob(app, upload.stream, { room, still }, async (tx, blob) => {
    if (blob.size === 0) throw invalidField('body', 'required', 'must not be empty')
    await claimRoom(app, tx, owner, blob.size)
    const { id } = await tx
      .insertInto('attachments')
      .values({
        uuid: uuid(),
        repo_id: repo.id,
        blob_id: blob.id,
        uploader_id: actor.user.id,
        name,
        content_type: contentType,
        created_at: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await requireDayRoom(tx, actor.user.id)
    const { file: _file, ...attachment } = await requireAttachment(tx, repo, { id })
    return attachment
  })
}

export interface OpenAttachment extends Attachment {
  readonly open: (part: Part | null) => Promise<Readable>
}

export async function openAttachment(
  app: Pick<App, 'blobs' | 'db'>,
  actor: Actor,
  ref: RepoRef,
  id: RecordId,
): Promise<OpenAttachment> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'issues:read' })
  const { file, ...attachment } = await requireAttachment(app.db, repo, id)
  return { ...attachment, open: (part) => app.blobs.open(file, part) }
}

/** Of this repository alone. */
async function requireAttachment(
  reader: Reader,
  repo: Repo,
  id: RecordId,
): Promise<Attachment & { readonly file: string }> {
  const all = reader
    .selectFrom('attachments')
    .innerJoin('blobs', 'blobs.id', 'attachments.blob_id')
    .select([
      'attachments.id',
      'attachments.uuid',
      'attachments.name',
      'attachments.content_type as contentType',
      'attachments.created_at as createdAt',
      'blobs.size',
      'blobs.sha256',
      'blobs.file',
    ])
    .where('attachments.repo_id', '=', repo.id)
  const row = await ('uuid' in id
    ? all.where('attachments.uuid', '=', id.uuid)
    : all.where('attachments.id', '=', id.id)
  ).executeTakeFirst()
  if (row === undefined) throw notFound('ATTACHMENT')
  return { ...row, repo: { owner: repo.owner, slug: repo.slug } }
}
