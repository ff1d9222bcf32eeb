import { sql } from 'kysely'
import type { Tx } from './handle.ts'

/**
 * Work inside a transaction whose failure must not be the transaction's: it is undone by itself, and the rest goes on.
 * Returns the error, or null when all went well.
 */
export async function attempt(tx: Tx, work: () => Promise<void>): Promise<Error | null> {
  await sql`savepoint attempt`.execute(tx)
  try {
    await (tx.words?.attempt(work) ?? work())
    await sql`release savepoint attempt`.execute(tx)
    return null
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx)
    await sql`release savepoint attempt`.execute(tx)
    return error instanceof Error ? error : new Error('Something failed', { cause: error })
  }
}
