import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { countPasskeys } from '../passkeys/list-passkeys.ts'
import { hasOwnPassword } from '../passwords/no-password.ts'
import { holdEnabled } from '../passwords/password-proof.ts'
import { deleteIdentity, type Identity, listIdentitiesOf } from './store.ts'

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
    await recordUnlinked(app, tx, actor, unlinked)
    return unlinked
  })
}

/** For whoever has just shown that an account's mailbox is theirs: what was linked before may be somebody else's, who only claimed it. */
export async function unlinkAll(app: Pick<App, 'keys'>, tx: Tx, actor: SessionActor): Promise<void> {
  const { user } = actor
  for (const { id } of await listIdentitiesOf(tx, user.id)) {
    const unlinked = await deleteIdentity(tx, user.id, { id })
    if (unlinked !== null) await recordUnlinked(app, tx, actor, unlinked)
  }
}

async function recordUnlinked(
  app: Pick<App, 'keys'>,
  tx: Tx,
  actor: SessionActor,
  { uuid, email, issuer }: Identity,
): Promise<void> {
  await emit(tx, { type: 'account.security-changed', userId: actor.user.id, change: 'identity-unlinked' })
  await record(app, tx, actor, {
    event: 'IDENTITY_UNLINKED',
    target: { type: 'identity', id: uuid, name: email ?? issuer },
    metadata: { issuer },
  })
}
