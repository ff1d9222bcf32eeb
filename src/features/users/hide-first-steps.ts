import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { inTransaction } from '../../db/transaction.ts'

/** The list of first steps is not shown to them again. */
export async function hideFirstSteps(app: Pick<App, 'db'>, actor: SessionActor): Promise<void> {
  await inTransaction(app, async (tx) => {
    await tx
      .updateTable('users')
      .set({ first_steps_hidden_at: tx.now })
      .where('id', '=', actor.user.id)
      .where('first_steps_hidden_at', 'is', null)
      .execute()
  })
}
