import type { Tx } from '../../db/handle.ts'
import { emit } from '../../outbox/emit.ts'
import { endSessionsOf } from '../sessions/end-session.ts'
import { closeChallenges } from './challenges.ts'
import { passwordPurposes, voidMailTokens } from './mail-tokens.ts'
import { setPasswordHash, setPendingEmail } from './store.ts'

/**
 * What a new password means, whoever chose it: everything by which somebody else could be in, or come in, is over.
 * Sessions, sign-ins under way, links that choose a password, and an address that waits to take the account over.
 */
export async function replacePassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await setPasswordHash(tx, userId, hash)
  await voidMailTokens(tx, userId, ...passwordPurposes)
  await setPendingEmail(tx, userId, null)
  await endSessionsOf(tx, userId, 'all')
  await closeChallenges(tx, userId)
  await emit(tx, { type: 'account.security-changed', userId, change: 'password-changed' })
}
