import type { Tx } from '../../db/handle.ts'

export async function setAdmin(tx: Tx, userId: number, isAdmin: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ is_admin: isAdmin ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
}
