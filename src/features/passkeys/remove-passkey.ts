import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { deletePasskey, type Passkey } from './store.ts'

export async function removePasskey(
  app: Pick<App, 'db' | 'keys'>,
  actor: SessionActor,
  id: RecordId,
): Promise<Passkey> {
  return inTransaction(app, async (tx) => {
    const removed = await deletePasskey(tx, actor.user.id, id)
    if (removed === null) throw notFound('PASSKEY')
    await emit(tx, { type: 'account.security-changed', userId: actor.user.id, change: 'passkey-removed' })
    await record(app, tx, actor, {
      event: 'PASSKEY_REMOVED',
      target: { type: 'passkey', id: removed.uuid, name: removed.name },
    })
    return removed
  })
}

/** For an administrator's reset, inside its transaction: how many there were. */
export { deletePasskeysOf } from './store.ts'
