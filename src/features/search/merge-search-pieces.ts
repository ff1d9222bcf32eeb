import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { countPieces, mergePieces, searchIndexes } from '../../db/search-pieces.ts'
import { inTransaction } from '../../db/transaction.ts'

/** Each is looked into by every question. */
const few = 4
const pauseMs = 10

/**
 * Keeps searches as fast as they were when there was little to search: a question in many repositories looks for its words a
 * thousand times in every piece. After a thousand issues this takes less than a millisecond.
 */
export async function mergeSearchPieces(app: Pick<App, 'db'>): Promise<void> {
  for (const index of searchIndexes) {
    if ((await countPieces(app.db, index)) <= few) continue
    while (await inTransaction(app, (tx) => mergePieces(tx, index))) await pause(pauseMs)
  }
}
