import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { invalidField } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { uuid } from '../../db/uuid.ts'
import { requireRepo } from '../access/require-repo.ts'
import { requireStill } from '../access/require-still.ts'
import { parseFileName, parseFileType } from '../blobs/file-input.ts'
import { storeBlob } from '../blobs/store-blob.ts'
import { claimRoom, ownerOf, roomOfOwner } from '../quota/claim-room.ts'
import { claimGuestRoom, guestOf, roomOfGuest } from '../quota/guest-room.ts'
import { PromisedRoom } from '../quota/promise-room.ts'
import { type Attachment, requireAttachment } from './attachment.ts'
import { dayRoom, requireDayRoom } from './day-room.ts'

export interface AttachmentUpload {
  readonly name: string
  readonly type: string | null
  readonly length?: number | undefined
  readonly stream: Readable
}

/**
 * Everybody who may speak may add one: it belongs to the repository, and is seen by whoever may read that. It goes again
 * if no text names it (`sweepAttachments`).
 */
export async function addAttachment(
  app: Pick<App, 'blobs' | 'clock' | 'config' | 'db' | 'promises'>,
  actor: KnownActor,
  ref: RepoRef,
  upload: AttachmentUpload,
): Promise<Attachment> {
  const need = { role: 'Reader', scope: 'issues:write' } as const
  const repo = await requireRepo(app, actor, ref, need)
  const name = parseFileName(upload.name)
  const contentType = parseFileType(upload.type)
  const owner = ownerOf(repo)
  const guest = guestOf(actor.user.id, repo.role)
  const share = guest === null ? [] : roomOfGuest(app, owner, guest)
  const room = new PromisedRoom(app, [dayRoom(app, actor.user.id), ...share, roomOfOwner(app, owner)])
  const still = () => requireStill(app, actor, repo, need)
  return storeBlob(app, upload.stream, { room, announced: upload.length, still }, async (tx, blob) => {
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
        unused_since: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await requireDayRoom(tx, actor.user.id)
    if (guest !== null) {
      await claimGuestRoom(app, tx, { owner, guest }, { repoId: repo.id, bytes: blob.size, attachmentId: id })
    }
    return (await requireAttachment(tx, repo, { id })).attachment
  })
}
