import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'

/** For the address that waits to be confirmed; does nothing where none does. */
export async function resendVerification(app: Pick<App, 'db'>, actor: SessionActor): Promise<void> {
  if (actor.user.emailVerified && actor.user.pendingEmail === null) return
  await inTransaction(app, (tx) => emit(tx, { type: 'email.verification-asked', userId: actor.user.id }))
}
