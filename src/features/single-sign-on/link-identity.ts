import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { alreadyExists, conflict, forbidden } from '../../core/errors.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Claims } from '../../oidc/oidc.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { holdEnabled } from '../passwords/password-proof.ts'
import { findIdentity, type Identity, insertIdentity, listIdentitiesOf } from './store.ts'

/**
 * From now on whoever signs in there is this account. Only for claims that were checked, and for somebody who has shown that the
 * account is theirs by what it had so far: an address in common shows nothing.
 */
export async function linkIdentity(
  app: Pick<App, 'db' | 'keys'>,
  actor: SessionActor,
  claims: Claims,
): Promise<Identity> {
  return inTransaction(app, async (tx) => {
    if (!(await holdEnabled(tx, actor.user.id))) throw forbidden('This account is disabled: ask an administrator')
    const known = await findIdentity(tx, claims)
    if (known !== null && known.user.id === actor.user.id) return known
    if (known !== null) throw belongsToAnother()
    const others = await listIdentitiesOf(tx, actor.user.id)
    // What is left of a service where people signed in before is in nobody's way.
    if (others.some(({ issuer }) => issuer === claims.issuer))
      throw conflict('Your account is linked already: unlink it first')
    const linked = await recordIdentity(app, tx, actor, claims)
    await emit(tx, { type: 'account.security-changed', userId: actor.user.id, change: 'identity-linked' })
    return linked
  })
}

/** What every link is, that of a new account too. */
export async function recordIdentity(
  app: Pick<App, 'keys'>,
  tx: Tx,
  actor: SessionActor,
  claims: Claims,
): Promise<Identity> {
  const linked = await insertIdentity(tx, actor.user.id, claims)
  if (linked === null) throw belongsToAnother()
  await record(app, tx, actor, {
    event: 'IDENTITY_LINKED',
    target: { type: 'identity', id: linked.uuid, name: claims.email ?? claims.subject },
    metadata: { issuer: claims.issuer, subject: claims.subject },
  })
  return linked
}

function belongsToAnother(): Error {
  return alreadyExists('IDENTITY', 'form', 'This sign-in belongs to another account here')
}
