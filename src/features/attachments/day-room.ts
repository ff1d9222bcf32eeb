import type { App } from '../../app.ts'
import { day, second } from '../../core/clock.ts'
import { Fault } from '../../core/errors.ts'
import { fileSize } from '../../core/file-size.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { holdOwner, type Left } from '../quota/claim-room.ts'
import type { Budget } from '../quota/promise-room.ts'

/** Whatever repository they go to: everybody may add files to those that are public, and nobody else's disk is endless. */
const mostInADay = 500 * 1024 * 1024

/** What an account may still attach today. */
export function dayRoom(app: Pick<App, 'clock' | 'db'>, userId: number): Budget {
  return { key: `day ${userId}`, left: () => dayRoomLeft(app, userId) }
}

async function dayRoomLeft(app: Pick<App, 'clock' | 'db'>, userId: number): Promise<Left> {
  const used = await attachedToday(app.db, userId, app.clock.now())
  return { bytes: Math.max(0, mostInADay - used), refuse: tooMuch }
}

/** Once more when the new one is there and counts: others may have come in meanwhile. */
export async function requireDayRoom(tx: Tx, userId: number): Promise<void> {
  await holdOwner(tx, userId)
  if ((await attachedToday(tx, userId, tx.now)) > mostInADay) throw tooMuch()
}

async function attachedToday(reader: Reader, userId: number, now: number): Promise<number> {
  const row = await reader
    .selectFrom('attachments')
    .innerJoin('blobs', 'blobs.id', 'attachments.blob_id')
    .select((eb) => eb.fn.sum<number | null>('blobs.size').as('bytes'))
    .where('attachments.uploader_id', '=', userId)
    .where('attachments.created_at', '>', now - day)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

function tooMuch(): Fault {
  const message = `At most ${fileSize(mostInADay)} of files can be attached within a day: try again tomorrow`
  return new Fault('rate-limited', message, { code: 'RATE_LIMITED', retryAfterSeconds: day / second })
}
