import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { deleteKey } from './store.ts'

export async function removeKey(app: Pick<App, 'db' | 'keys'>, actor: SessionActor, id: RecordId): Promise<void> {
  await inTransaction(app, async (tx) => {
    const removed = await deleteKey(tx, actor.user.id, id)
    if (removed === null) throw notFound('KEY')
    await record(app, tx, actor, {
      event: 'SSH_KEY_REMOVED',
      target: { type: 'ssh_key', id: removed.uuid, name: removed.title },
      metadata: { fingerprint: removed.fingerprint },
    })
  })
}

/** All of an account, inside a transaction: how many there were. */
export { deleteKeysOf } from './store.ts'
