import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import { parseSha256, type Sha256 } from '../../core/sha256.ts'
import type { Reader } from '../../db/handle.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import type { Part } from '../blobs/blob-keeping.ts'
import { storeBlob } from '../blobs/store-blob.ts'
import { claimRoom, ownerOf, roomOfOwner } from '../quota/claim-room.ts'
import { PromisedRoom } from '../quota/promise-room.ts'
import { findObjects, insertObject, type LfsObject } from './store.ts'

export interface IncomingObject {
  readonly oid: Sha256
  /** As the client announced it; unknown to those that made the address up themselves. */
  readonly size?: number | undefined
  /** How much comes by the request itself, where it says so. */
  readonly announced?: number | undefined
  readonly stream: Readable
  /** The gate once more: the bytes may take hours. */
  readonly still: () => Promise<unknown>
}

/** Takes an object into a repository that the gate has opened for writing. The bytes have to be those of the id. */
export async function receiveObject(
  app: Pick<App, 'blobs' | 'config' | 'db' | 'promises'>,
  repo: OpenRepo,
  { oid, size, announced, stream, still }: IncomingObject,
): Promise<void> {
  const isThere = async (reader: Reader): Promise<boolean> => (await findObjects(reader, repo.id, [oid])).has(oid)
  // What the repository has already takes no more room.
  const room = (await isThere(app.db)) ? undefined : new PromisedRoom(app, [roomOfOwner(app, ownerOf(repo))])
  await storeBlob(app, stream, { sha256: oid, size, announced, room, still }, async (tx, blob) => {
    if (!(await isThere(tx))) await claimRoom(app, tx, ownerOf(repo), blob.size)
    if (!(await insertObject(tx, repo.id, oid, blob.id))) throw notFound('REPO')
  })
}

export interface OutgoingObject extends LfsObject {
  readonly open: (part: Part | null) => Promise<Readable>
}

/** An object of a repository that the gate has opened for reading. */
export async function openObject(app: Pick<App, 'blobs' | 'db'>, repo: OpenRepo, oid: Sha256): Promise<OutgoingObject> {
  const object = (await findObjects(app.db, repo.id, [oid])).get(oid)
  if (object === undefined) throw notFound('OBJECT')
  return { ...object, open: (part) => app.blobs.open(object.file, part) }
}

/** After an upload: is it there, and as large as the client thinks? */
export async function verifyObject(
  app: Pick<App, 'db'>,
  repo: OpenRepo,
  { oid, size }: { readonly oid: string; readonly size: number },
): Promise<void> {
  const sha256 = requireOid(oid)
  const object = (await findObjects(app.db, repo.id, [sha256])).get(sha256)
  if (object === undefined) throw notFound('OBJECT')
  if (object.size !== size) throw invalidField('size', 'mismatch', `is not the ${object.size} bytes of the object`)
}

export function requireOid(text: string): Sha256 {
  const oid = parseSha256(text)
  if (oid === null) throw invalidField('oid', 'format', 'must be a SHA-256 in lower-case hexadecimal')
  return oid
}
