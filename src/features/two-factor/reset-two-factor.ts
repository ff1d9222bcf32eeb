import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { closeChallenges } from '../accounts/challenges.ts'
import { record } from '../audit/record.ts'
import { deletePasskeysOf } from '../passkeys/remove-passkey.ts'
import { endSessionsOf } from '../sessions/end-session.ts'
import { requireUserByName } from '../users/find-user.ts'
import { isTwoFactorOn, removeEnrolment } from './store.ts'

/**
 * For somebody who lost the device and the codes: the password alone opens the account again. Passkeys go too, because one
 * may be on the device that is gone, or a thief's: how many they were. All sessions end.
 */
export async function resetTwoFactor(
  app: Pick<App, 'db' | 'keys'>,
  actor: AdminActor,
  username: string,
): Promise<number> {
  return inTransaction(app, async (tx) => {
    const user = await requireUserByName(tx, username)
    if (actor.kind === 'session' && actor.user.id === user.id) {
      throw conflict('Turn your own two-factor sign-in off in your settings')
    }
    const isOn = await isTwoFactorOn(tx, user.id)
    const passkeys = await deletePasskeysOf(tx, user.id)
    if (!isOn && passkeys === 0) throw conflict(`${user.username} has no two-factor sign-in`)
    await removeEnrolment(tx, user.id)
    await endSessionsOf(tx, user.id, 'all')
    await closeChallenges(tx, user.id)
    await emit(tx, { type: 'account.security-changed', userId: user.id, change: 'two-factor-reset' })
    await record(app, tx, actor, {
      event: 'TWO_FACTOR_RESET',
      target: { type: 'user', id: user.uuid, name: user.username },
      metadata: { passkeys },
    })
    return passkeys
  })
}
