import type { App } from '../../app.ts'
import { Fault } from '../../core/errors.ts'

export interface Undoing {
  /** Looks whether the transaction came about after all. */
  readonly isCommitted: () => Promise<boolean>
  readonly undo: () => Promise<unknown>
}

/**
 * After a transaction has failed, for what was done on disk before it. A refusal of ours was rolled back for certain. Any
 * other error may have come behind the commit, as when the connection breaks there: then the database says which it was,
 * and where it cannot be asked, nothing is touched and the next start looks (see purge-files.ts, sweep-unborn.ts).
 */
export async function undoUnlessCommitted(
  app: Pick<App, 'log'>,
  error: unknown,
  { isCommitted, undo }: Undoing,
): Promise<void> {
  try {
    if (error instanceof Fault || !(await isCommitted())) await undo()
  } catch (unsure) {
    app.log.warn({ error: String(error), unsure: String(unsure) }, 'what was begun on disk was left as it is')
  }
}
