import type { Reader, Tx } from '../../db/handle.ts'

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
 * The owner's row takes everything with it by cascade: the account, its sessions, tokens, keys and repositories. Others'
 * repositories lose the forks and stars that go with it, and their numbers follow.
 */
export async function deleteOwner(tx: Tx, ownerId: number): Promise<boolean> {
  const forked = tx.selectFrom('repos as forks').select('forks.fork_of').where('forks.owner_id', '=', ownerId)
  await tx
    .updateTable('repos')
    .set((eb) => ({
      forks_count: eb(
        'forks_count',
        '-',
        eb
          .selectFrom('repos as forks')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('forks.owner_id', '=', ownerId)
          .whereRef('forks.fork_of', '=', 'repos.id'),
      ),
    }))
    .where('id', 'in', forked.where('forks.fork_of', 'is not', null))
    .execute()
  const starred = tx.selectFrom('stars').select('repo_id').where('user_id', '=', ownerId)
  await tx
    .updateTable('repos')
    .set((eb) => ({ stars_count: eb('stars_count', '-', 1) }))
    .where('id', 'in', starred)
    .execute()
  const result = await tx.deleteFrom('owners').where('id', '=', ownerId).executeTakeFirst()
  return result.numDeletedRows === 1n
}
