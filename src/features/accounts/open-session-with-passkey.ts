import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { type PasskeyProof, usePasskey } from '../passkeys/check-passkey.ts'
import { openSession, type SessionGrant } from '../sessions/open-session.ts'
import { closeChallenges, elsewhere, type FirstStep } from './challenges.ts'

/** The last step of a sign-in by passkey, whatever came before it still has to hold. Null: it does not open anything. */
export async function openSessionWithPasskey(
  app: Pick<App, 'db' | 'keys' | 'sessionTokens'>,
  via: Via,
  proof: PasskeyProof,
  { holds, first }: { readonly holds: (tx: Tx) => Promise<boolean>; readonly first?: FirstStep },
): Promise<SessionGrant | null> {
  const { passkey, use } = proof
  const { user } = passkey
  const target = { type: 'passkey', id: passkey.uuid, name: passkey.name }
  return inTransaction(app, async (tx) => {
    if (!(await holds(tx))) return null
    const used = await usePasskey(tx, proof)
    if (used === 'copied') {
      const metadata = { login: user.username, counter: use.counter, seen: passkey.counter }
      await emit(tx, { type: 'account.security-changed', userId: user.id, change: 'passkey-copied' })
      await record(app, tx, { kind: 'anonymous', via }, { event: 'PASSKEY_REFUSED', target, metadata })
    }
    if (used !== 'used') return null
    await closeChallenges(tx, user.id)
    const opened = await openSession(app, tx, user, via)
    const actor = { kind: 'session', via, user, sessionId: opened.sessionId } as const
    await record(app, tx, actor, {
      event: 'LOGIN_SUCCEEDED',
      target,
      metadata: { factor: 'passkey', ...elsewhere(first ?? 'password') },
    })
    return opened
  })
}
