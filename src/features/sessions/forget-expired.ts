import type { DeleteResult } from 'kysely'
import type { App } from '../../app.ts'
import { day } from '../../core/clock.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'

/** Long enough after its end that a reused refresh token is still recognised as one. */
const keptAfterEnd = 7 * day
/** Small enough that others who write hardly notice. */
const rowsAtOnce = 500

type DeleteSome = (tx: Tx) => Promise<DeleteResult>

/** Tokens before their sessions, which would take all of theirs along at once. */
const slices: readonly DeleteSome[] = [
  (tx) => {
    const old = tx
      .selectFrom('refresh_tokens')
      .select('id')
      .where('expires_at', '<', tx.now - keptAfterEnd)
    return tx.deleteFrom('refresh_tokens').where('id', 'in', old.limit(rowsAtOnce)).executeTakeFirst()
  },
  (tx) => {
    const orphaned = tx.selectFrom('refresh_tokens').select('id').where('session_id', 'in', overSessions(tx))
    return tx.deleteFrom('refresh_tokens').where('id', 'in', orphaned.limit(rowsAtOnce)).executeTakeFirst()
  },
  (tx) => tx.deleteFrom('sessions').where('id', 'in', overSessions(tx).limit(rowsAtOnce)).executeTakeFirst(),
  (tx) => deleteLapsed(tx, 'login_challenges'),
  (tx) => deleteLapsed(tx, 'mail_tokens'),
  (tx) => deleteLapsed(tx, 'used_challenges'),
]

export async function forgetExpired(app: Pick<App, 'db'>): Promise<void> {
  for (const deleteSome of slices) {
    let gone = rowsAtOnce
    while (gone === rowsAtOnce) {
      gone = await inTransaction(app, async (tx) => Number((await deleteSome(tx)).numDeletedRows))
    }
  }
}

function overSessions(tx: Tx) {
  const before = tx.now - keptAfterEnd
  return tx
    .selectFrom('sessions')
    .select('id')
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('ended_at', '<', before)]))
}

/** Of what lives for minutes or days there is never much: it needs no index. */
function deleteLapsed(tx: Tx, table: 'login_challenges' | 'mail_tokens' | 'used_challenges'): Promise<DeleteResult> {
  const lapsed = tx.selectFrom(table).select('id').where('expires_at', '<', tx.now).limit(rowsAtOnce)
  return tx.deleteFrom(table).where('id', 'in', lapsed).executeTakeFirst()
}
