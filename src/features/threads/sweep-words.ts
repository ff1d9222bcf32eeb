import type { App } from '../../app.ts'
import { forgetStrayWords } from '../../db/full-text.ts'
import { inTransaction } from '../../db/transaction.ts'

/** Makes room: nobody finds the words of a thread that is gone, but they are still there. */
export async function sweepWords(app: Pick<App, 'db'>): Promise<void> {
  let after: number | null = 0
  while (after !== null) {
    const from: number = after
    after = await inTransaction(app, (tx) => forgetStrayWords(tx, from))
  }
}
