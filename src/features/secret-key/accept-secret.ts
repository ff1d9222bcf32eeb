import { systemActor } from '../../core/actor.ts'
import type { Db } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Keys } from '../../secrets/keys.ts'
import { secretPrint } from '../../secrets/secret-print.ts'
import { isSignedWith } from '../audit/chain.ts'
import { record } from '../audit/record.ts'
import { findPrint, replacePrint } from './store.ts'

/** For a key that is lost: from now on the database has this one. The audit log shows where that began. */
export async function acceptSecret(app: { readonly db: Db; readonly keys: Keys }, secret: Uint8Array): Promise<void> {
  const print = secretPrint(secret)
  await inTransaction(app, async (tx) => {
    const known = await findPrint(tx)
    const isSame = known === null ? await isSignedWith(tx, app.keys) : known === print
    if (known !== print) await replacePrint(tx, print)
    if (!isSame) await record(app, tx, systemActor, { event: 'SECRET_KEY_REPLACED' })
  })
}
