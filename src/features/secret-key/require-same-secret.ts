import type { Db } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Keys } from '../../secrets/keys.ts'
import { type SecretPlace, wrongSecret } from '../../secrets/load-secret.ts'
import { secretPrint } from '../../secrets/secret-print.ts'
import { isSignedWith } from '../audit/chain.ts'
import { findPrint, keepPrint } from './store.ts'

interface Opened {
  readonly db: Db
  readonly keys: Keys
  readonly secret: Uint8Array
}

/**
 * What another key would sign breaks the audit log for good, and what this one sealed it cannot open: whoever comes with
 * another than the first is refused before anything is written.
 */
export async function requireSameSecret({ db, keys, secret }: Opened, place: SecretPlace): Promise<void> {
  const print = secretPrint(secret)
  const known = await findPrint(db)
  if (known === print) return
  // The version before kept no print, but has signed its entries.
  if (known !== null || !(await isSignedWith(db, keys))) throw wrongSecret(place, known)
  // Of two that start at once with two keys, the second is one too many.
  const kept = await inTransaction({ db }, (tx) => keepPrint(tx, print))
  if (kept !== print) throw wrongSecret(place, kept)
}

/** Whether there is something that only one key opens. */
export async function hasPrint(db: Db): Promise<boolean> {
  return (await findPrint(db)) !== null
}
