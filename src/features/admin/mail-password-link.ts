import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { requireUserByName } from '../users/find-user.ts'

/** For somebody who forgot the password: the mail that they could ask for themselves. Until they follow it nothing changes. */
export async function mailPasswordLink(
  app: Pick<App, 'db' | 'keys'>,
  actor: AdminActor,
  username: string,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const user = await requireUserByName(tx, username)
    if (user.disabled) throw conflict(`${user.username} is disabled: enable the account first`)
    await emit(tx, { type: 'password.forgotten', email: user.email })
    await record(app, tx, actor, {
      event: 'PASSWORD_RESET_REQUESTED',
      target: { type: 'user', id: user.uuid, name: user.username },
    })
  })
}
