import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { countPasskeys } from '../passkeys/list-passkeys.ts'
import { hasOwnPassword } from '../passwords/no-password.ts'
import { holdEnabled } from '../passwords/password-proof.ts'
import { deleteIdentity, type Identity } from './store.ts'

/** Refused while nothing else opens the account. */
export async function unlinkIdentity(
  app: Pick<App, 'config' | 'db' | 'keys'>,
  actor: SessionActor,
  id: RecordId,
): Promise<Identity> {
  const { user } = actor
  return inTransaction(app, async (tx) => {
    await holdEnabled(tx, user.id)
    const hasPassword = app.config.PASSWORD_LOGIN_ENABLED && (await hasOwnPassword(tx, user.id))
    if (!hasPassword && (await countPasskeys(tx, user.id)) === 0) {
      const first = app.config.PASSWORD_LOGIN_ENABLED ? 'set a password or add a passkey first' : 'add a passkey first'
      throw conflict(`Nothing else would sign you in: ${first}`)
    }
    const unlinked = await deleteIdentity(tx, user.id, id)
    if (unlinked === null) throw notFound('IDENTITY')
    await emit(tx, { type: 'account.security-changed', userId: user.id, change: 'identity-unlinked' })
    await record(app, tx, actor, {
      event: 'IDENTITY_UNLINKED',
      target: { type: 'identity', id: unlinked.uuid, name: unlinked.email ?? unlinked.issuer },
      metadata: { issuer: unlinked.issuer },
    })
    return unlinked
  })
}
