import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'

/** Does nothing for an address that is verified already. */
export async function resendVerification(app: Pick<App, 'db'>, actor: SessionActor): Promise<void> {
  if (actor.user.emailVerified) return
  await inTransaction(app, (tx) => emit(tx, { type: 'email.verification-asked', userId: actor.user.id }))
}
