import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/handle.ts'
import { leaveForks } from '../repos/leave-forks.ts'

export async function setDisabled(tx: Tx, userId: number, disabled: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ disabled_at: disabled ? tx.now : null })
    .where('id', '=', userId)
    .execute()
}

/** Returns what it was. */
export async function setQuota(tx: Tx, ownerId: number, bytes: number | null): Promise<number | null> {
  const before = await tx.selectFrom('owners').select('quota_bytes').where('id', '=', ownerId).executeTakeFirst()
  await tx.updateTable('owners').set({ quota_bytes: bytes }).where('id', '=', ownerId).execute()
  return before?.quota_bytes ?? null
}

/** Whether somebody other than `userId` could still administer the service. */
export async function hasOtherAdmin(reader: Reader, userId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('disabled_at', 'is', null)
    .where('id', '!=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * From now on nobody signs in to it, finds it or asks anything of it, and it does not come back: its id in `trash` is not
 * its own any more. Its name stays taken, and below what it wrote, until `purgeAccount` is done. False when it was gone.
 */
export async function buryAccount(tx: Tx, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('owners')
    .set({ kind: 'deleted', uuid: sql`' ' || uuid` })
    .where('id', '=', userId)
    .where('kind', '=', 'user')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await tx.updateTable('users').set({ disabled_at: tx.now, is_admin: 0 }).where('id', '=', userId).execute()
  return true
}

export async function isLeaving(reader: Reader, userId: number): Promise<boolean> {
  const owner = reader.selectFrom('owners').select('id').where('id', '=', userId).where('kind', '=', 'deleted')
  return (await owner.executeTakeFirst()) !== undefined
}

/** Whoever else would delete it waits, and finds it gone. */
export async function holdLeaving(tx: Tx, userId: number): Promise<boolean> {
  const held = tx.updateTable('owners').set({ kind: 'deleted' }).where('id', '=', userId)
  return (await held.where('kind', '=', 'deleted').executeTakeFirst()).numUpdatedRows === 1n
}

/**
 * The owner's row takes everything with it by cascade: the account, its sessions, tokens, keys and repositories. Others'
 * repositories lose the forks and stars that go with it, and their numbers follow.
 */
export async function deleteOwner(tx: Tx, ownerId: number): Promise<boolean> {
  await leaveForks(tx, ownerId)
  const starred = tx.selectFrom('stars').select('repo_id').where('user_id', '=', ownerId)
  await tx
    .updateTable('repos')
    .set((eb) => ({ stars_count: eb('stars_count', '-', 1) }))
    .where('id', 'in', starred)
    .execute()
  const result = await tx.deleteFrom('owners').where('id', '=', ownerId).executeTakeFirst()
  return result.numDeletedRows === 1n
}
