import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'

/** Does the same for every address; whether an account has it is found out later, by the job that mails. */
export async function forgotPassword(app: Pick<App, 'db' | 'keys'>, via: Via, email: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    await emit(tx, { type: 'password.forgotten', email: email.slice(0, 255) })
    await record(
      app,
      tx,
      { kind: 'anonymous', via },
      {
        event: 'PASSWORD_RESET_REQUESTED',
        metadata: { email: email.slice(0, 255) },
      },
    )
  })
}
