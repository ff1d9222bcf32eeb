import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { checkNewPassword } from '../passwords/password-policy.ts'
import { requireUserByName } from '../users/find-user.ts'
import { replacePassword } from './replace-password.ts'

/** An administrator sets somebody's password; every session of the account ends. */
export async function setPassword(
  app: Pick<App, 'db' | 'keys' | 'passwords'>,
  actor: AdminActor,
  username: string,
  password: string,
): Promise<void> {
  const user = await requireUserByName(app.db, username)
  checkNewPassword(password, user)
  const hash = await app.passwords.hash(password)
  await inTransaction(app, async (tx) => {
    await replacePassword(tx, user.id, hash)
    await record(app, tx, actor, {
      event: 'PASSWORD_CHANGED',
      target: { type: 'user', id: user.uuid, name: user.username },
    })
  })
}
