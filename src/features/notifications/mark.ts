import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'

type Needs = Pick<App, 'db'>

/** What is done leaves the inbox; it can be found, and taken back by marking it as unread. */
export type Mark = 'read' | 'unread' | 'done'

/** Their own only: somebody else's has the same number and is another one. Says how many of them there were. */
export async function markNotifications(
  app: Needs,
  actor: SessionActor,
  positions: readonly number[],
  mark: Mark,
): Promise<number> {
  return inTransaction(app, async (tx) => {
    const { numUpdatedRows: marked } = await tx
      .updateTable('notifications')
      .where('user_id', '=', actor.user.id)
      .where('position', 'in', positions)
      .set((eb) => ({
        // What was read before was read then.
        read_at: mark === 'unread' ? null : eb.fn.coalesce('read_at', eb.val(tx.now)),
        ...(mark === 'read' ? {} : { done_at: mark === 'done' ? tx.now : null }),
      }))
      .executeTakeFirst()
    if (marked === 0n) throw notFound('NOTIFICATION')
    await tx.notify('notifications', String(actor.user.id))
    return Number(marked)
  })
}

export async function markAllRead(app: Needs, actor: SessionActor): Promise<void> {
  await inTransaction(app, async (tx) => {
    await tx
      .updateTable('notifications')
      .set({ read_at: tx.now })
      .where('user_id', '=', actor.user.id)
      .where('read_at', 'is', null)
      .execute()
    await tx.notify('notifications', String(actor.user.id))
  })
}

/**
 * Who looks at a thread has seen what they were told of it. Says whether there was anything: mostly nothing is written,
 * and failing to write it must not keep anybody from reading.
 */
export async function markThreadRead(
  app: Pick<App, 'db' | 'log'>,
  actor: SessionActor,
  threadId: number,
): Promise<boolean> {
  const userId = actor.user.id
  const rows = await app.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('thread_id', '=', threadId)
    .where('read_at', 'is', null)
    .execute()
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  try {
    await inTransaction(app, async (tx) => {
      await tx.updateTable('notifications').set({ read_at: tx.now }).where('id', 'in', ids).execute()
      await tx.notify('notifications', String(userId))
    })
  } catch (error) {
    app.log.warn({ error: String(error), userId }, 'could not note that somebody has read what they were told')
  }
  return true
}
