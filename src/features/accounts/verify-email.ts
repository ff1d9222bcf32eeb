import type { App } from '../../app.ts'
import type { SessionActor, Via } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { User } from '../../core/user.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { findUserById } from '../users/find-user.ts'
import { useMailToken } from './mail-tokens.ts'
import { isEmailTaken, setEmail, setEmailVerified } from './store.ts'

/**
 * The token proves the address that it was sent to. A pending one becomes the account's by this, unless somebody else
 * has it by now; if the account neither has it nor waits for it any more, it proves nothing.
 */
export async function verifyEmail(app: Pick<App, 'db' | 'keys'>, via: Via, token: string): Promise<User> {
  return inTransaction(app, async (tx) => {
    const found = await useMailToken(tx, token, ['verify-email'])
    const before = found === null ? null : await findUserById(tx, found.userId)
    if (found === null || before === null || !(await takeAddress(app, tx, actorOf(via, before), found.email)))
      throw linkExpired()
    const pendingEmail = found.email === before.email ? before.pendingEmail : null
    const user = { ...before, email: found.email, emailVerified: true, pendingEmail }
    await record(app, tx, actorOf(via, user), { event: 'EMAIL_VERIFIED' })
    return user
  })
}

async function takeAddress(app: Pick<App, 'keys'>, tx: Tx, actor: SessionActor, email: string): Promise<boolean> {
  const { user } = actor
  if (email === user.email) return setEmailVerified(tx, user.id, email)
  if (email !== user.pendingEmail || (await isEmailTaken(tx, email, user.id))) return false
  await setEmail(tx, user.id, email, true)
  await emit(tx, { type: 'email.changed', userId: user.id, oldEmail: user.email })
  await record(app, tx, actor, { event: 'EMAIL_CHANGED', metadata: { from: user.email, to: email } })
  return true
}

/** Whoever holds the mailbox acts as the account's owner here, without a session. */
function actorOf(via: Via, user: User): SessionActor {
  return { kind: 'session', via, user, sessionId: 0 }
}

function linkExpired(): Fault {
  return new Fault('not-found', 'The link is no longer valid: ask for a new one', { code: 'TOKEN_NOT_FOUND' })
}
