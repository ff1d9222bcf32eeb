import type { App } from '../../app.ts'
import { Fault } from '../../core/errors.ts'
import { fileSize } from '../../core/file-size.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Budget } from './promise-room.ts'
import { allowedTo, type Storage, storageOf } from './storage.ts'

/** An owner, by id and by the name that a sentence calls them. */
export interface RoomOwner {
  readonly id: number
  readonly name: string
}

/**
 * Refuses what would exceed the owner's quota. The owner is held until the transaction ends, and what takes the room is
 * written in it: of two that want the last of it, one gets it. Whoever takes nothing is let through however full it is.
 */
export async function claimRoom(app: Pick<App, 'config'>, tx: Tx, owner: RoomOwner, bytes: number): Promise<void> {
  if (bytes === 0 || (await allowedTo(app, tx, owner.id)) === null) return
  await holdOwner(tx, owner.id)
  await refuseBeyond(app, tx, owner, bytes)
}

/** Others who count what is theirs wait until the transaction ends. */
export async function holdOwner(tx: Tx, ownerId: number): Promise<void> {
  await tx
    .updateTable('owners')
    .set((eb) => ({ quota_bytes: eb.ref('quota_bytes') }))
    .where('id', '=', ownerId)
    .execute()
}

/** The same before anything is taken in: a look that holds nobody, so that nothing is sent in vain. */
export async function requireRoom(app: Pick<App, 'config' | 'db'>, owner: RoomOwner, bytes: number): Promise<void> {
  if (bytes > 0 && (await allowedTo(app, app.db, owner.id)) !== null) await refuseBeyond(app, app.db, owner, bytes)
}

/** What is left, and the refusal for whoever sends more. */
export interface Left {
  readonly bytes: number
  /** `promised`: to others, who are sending it. */
  readonly refuse: (wanted: number, promised?: number) => Fault
}

/** For uploads while they last. */
export function roomOfOwner(app: Pick<App, 'config' | 'db'>, owner: RoomOwner): Budget {
  return { key: `owner ${owner.id}`, left: () => roomLeft(app, owner) }
}

/** Null where there is no limit. */
export async function roomLeft(app: Pick<App, 'config' | 'db'>, owner: RoomOwner): Promise<Left | null> {
  if ((await allowedTo(app, app.db, owner.id)) === null) return null
  const storage = await storageOf(app, app.db, owner.id)
  const bytes = Math.max(0, (storage.allowed ?? 0) - storage.used)
  return { bytes, refuse: (wanted, promised) => quotaExceeded(owner, storage, wanted, promised) }
}

async function refuseBeyond(app: Pick<App, 'config'>, reader: Reader, owner: RoomOwner, bytes: number): Promise<void> {
  const storage = await storageOf(app, reader, owner.id)
  if (storage.allowed !== null && storage.used + bytes > storage.allowed) throw quotaExceeded(owner, storage, bytes)
}

function quotaExceeded(owner: RoomOwner, { used, allowed }: Storage, wanted: number, promised = 0): Fault {
  const coming = promised === 0 ? '' : `, ${fileSize(promised)} are being uploaded`
  const message =
    `${owner.name} uses ${fileSize(used)} of ${fileSize(allowed ?? 0)}${coming}, and this takes ${fileSize(wanted)} more: ` +
    'delete something that is not needed any more, or ask an administrator for a larger quota'
  const details = [{ field: 'quota_bytes', code: 'quota_exceeded', message }]
  return new Fault('too-large', message, { code: 'PAYLOAD_TOO_LARGE', details })
}

/** Whose quota a repository counts against. */
export function ownerOf(repo: { readonly ownerId: number; readonly owner: string }): RoomOwner {
  return { id: repo.ownerId, name: repo.owner }
}
