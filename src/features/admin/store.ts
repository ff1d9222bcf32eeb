import type { Tx } from '../../db/handle.ts'

export async function setDisabled(tx: Tx, userId: number, disabled: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ disabled_at: disabled ? tx.now : null })
    .where('id', '=', userId)
    .execute()
}

/** Whether somebody other than `userId` could still administer the service. */
export async function hasOtherAdmin(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('disabled_at', 'is', null)
    .where('id', '!=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The owner's row takes everything with it by cascade: the account, its sessions, tokens, keys and repositories. */
export async function deleteOwner(tx: Tx, ownerId: number): Promise<boolean> {
  const result = await tx.deleteFrom('owners').where('id', '=', ownerId).executeTakeFirst()
  return result.numDeletedRows === 1n
}
