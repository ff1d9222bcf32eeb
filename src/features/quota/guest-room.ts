import type { App } from '../../app.ts'
import { day } from '../../core/clock.ts'
import { Fault } from '../../core/errors.ts'
import { fileSize } from '../../core/file-size.ts'
import { atLeast, type Role } from '../../core/roles.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Left, RoomOwner } from './claim-room.ts'
import type { Budget } from './promise-room.ts'
import { allowedTo } from './storage.ts'

/**
 * What people bring who may not write to a repository, attachments and pull requests from forks: within 30 days a tenth of
 * the owner's quota, and one person a quarter of that, so that none of them can leave nothing to the others.
 */
const lately = 30 * day
const partOfQuota = 10
const partOfOne = 4

export interface Guest {
  /** Null: of an account that is gone. */
  readonly userId: number | null
}

/** Null for those who may write. */
export function guestOf(userId: number | null, role: Role | null): Guest | null {
  return role !== null && atLeast(role, 'Developer') ? null : { userId }
}

/** For uploads while they last. */
export function roomOfGuest(
  app: Pick<App, 'clock' | 'config' | 'db'>,
  owner: RoomOwner,
  guest: Guest,
): readonly Budget[] {
  const sharesNow = () => sharesOf(app, app.db, { owner, guest, now: app.clock.now() })
  return [
    { key: `guests ${owner.id}`, left: async () => (await sharesNow())?.all ?? null },
    { key: `guest ${owner.id} ${guest.userId}`, left: async () => (await sharesNow())?.one ?? null },
  ]
}

interface Brought {
  readonly repoId: number
  readonly bytes: number
  readonly attachmentId?: number | null
  /** Of a pull request; null while there is none yet. */
  readonly threadId?: number | null
}

/** Behind `claimRoom`, which holds the owner where there is a quota. Returns by what it can be told apart. */
export async function claimGuestRoom(
  app: Pick<App, 'config'>,
  tx: Tx,
  { owner, guest }: { readonly owner: RoomOwner; readonly guest: Guest },
  { repoId, bytes, attachmentId = null, threadId = null }: Brought,
): Promise<number> {
  const shares = await sharesOf(app, tx, { owner, guest, now: tx.now })
  for (const share of shares === null ? [] : [shares.one, shares.all]) {
    if (bytes > share.bytes) throw share.refuse(bytes)
  }
  const row = { repo_id: repoId, user_id: guest.userId, attachment_id: attachmentId, thread_id: threadId }
  const { id } = await tx
    .insertInto('guest_room')
    .values({ ...row, size: bytes, created_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A pull request came of it. */
export async function giveToThread(tx: Tx, parts: readonly number[], threadId: number): Promise<void> {
  if (parts.length === 0) return
  await tx.updateTable('guest_room').set({ thread_id: threadId }).where('id', 'in', parts).execute()
}

/** What is merged is the repository's own. */
export async function forgetGuestsOf(tx: Tx, threadId: number): Promise<void> {
  await tx.deleteFrom('guest_room').where('thread_id', '=', threadId).execute()
}

/** What does not count any more. */
export async function forgetGuestRoom(app: Pick<App, 'db'>): Promise<void> {
  await inTransaction(app, async (tx) => {
    await tx
      .deleteFrom('guest_room')
      .where('created_at', '<=', tx.now - lately)
      .execute()
  })
}

interface Asked {
  readonly owner: RoomOwner
  readonly guest: Guest
  readonly now: number
}

async function sharesOf(
  app: Pick<App, 'config'>,
  reader: Reader,
  { owner, guest, now }: Asked,
): Promise<{ readonly all: Left; readonly one: Left } | null> {
  const allowed = await allowedTo(app, reader, owner.id)
  if (allowed === null) return null
  const rows = await reader
    .selectFrom('guest_room')
    .innerJoin('repos', 'repos.id', 'guest_room.repo_id')
    .select((eb) => ['guest_room.user_id', eb.fn.sum<number>('guest_room.size').as('bytes')])
    .where('repos.owner_id', '=', owner.id)
    .where('guest_room.created_at', '>', now - lately)
    .groupBy('guest_room.user_id')
    .execute()
  const used = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  const usedByOne = Number(rows.find(({ user_id: userId }) => userId === guest.userId)?.bytes ?? 0)
  const most = Math.floor(allowed / partOfQuota)
  return {
    all: shareOf(owner, 'People without write access can together', { most, used }),
    one: shareOf(owner, 'Somebody without write access can', { most: Math.floor(most / partOfOne), used: usedByOne }),
  }
}

function shareOf(owner: RoomOwner, who: string, { most, used }: { most: number; used: number }): Left {
  const refuse = (wanted: number): Fault => {
    const message =
      `${who} bring at most ${fileSize(most)} to what ${owner.name} owns within 30 days, in attachments and pull ` +
      `requests: that was ${fileSize(used)} so far, and this takes ${fileSize(wanted)} more`
    const details = [{ field: 'quota_bytes', code: 'share_exceeded', message }]
    return new Fault('too-large', message, { code: 'PAYLOAD_TOO_LARGE', details })
  }
  return { bytes: Math.max(0, most - used), refuse }
}
