import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { deleteToken } from './store.ts'

export async function revokeToken(app: Pick<App, 'db' | 'keys'>, actor: SessionActor, id: RecordId): Promise<void> {
  await inTransaction(app, async (tx) => {
    const token = await deleteToken(tx, actor.user.id, id)
    if (token === null) throw notFound('TOKEN')
    await record(app, tx, actor, {
      event: 'TOKEN_REVOKED',
      target: { type: 'token', id: token.uuid, name: token.name },
    })
  })
}

/** All of an account, inside a transaction: how many there were. */
export { deleteTokensOf } from './store.ts'
