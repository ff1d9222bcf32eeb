import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { User } from '../../core/user.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { findUserById } from '../users/find-user.ts'
import { useMailToken } from './mail-tokens.ts'
import { setEmailVerified } from './store.ts'

/** The token proves the address that it was sent to; if the account has another by now, it proves nothing. */
export async function verifyEmail(app: Pick<App, 'db' | 'keys'>, via: Via, token: string): Promise<User> {
  return inTransaction(app, async (tx) => {
    const found = await useMailToken(tx, token, 'verify-email')
    if (found === null || !(await setEmailVerified(tx, found.userId, found.email))) throw linkExpired()
    const user = await findUserById(tx, found.userId)
    if (user === null) throw linkExpired()
    await record(app, tx, { kind: 'session', via, user, sessionId: 0 }, { event: 'EMAIL_VERIFIED' })
    return user
  })
}

function linkExpired(): Fault {
  return new Fault('not-found', 'The link is not valid any more: ask for a new one', { code: 'TOKEN_NOT_FOUND' })
}
