import { rename } from 'node:fs/promises'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'

/**
 * Tells what was cut off from what somebody is just doing: what is still there after a while, at each look in between.
 * Where nobody else can be at work, nothing is waited for.
 */
export class Patience {
  readonly #waitMs: number
  #since: ReadonlyMap<string, number> = new Map()

  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  stillThere(found: readonly string[], now: number): readonly string[] {
    // What is gone at one look begins anew at the next: it may come about again, much later.
    this.#since = new Map(found.map((one) => [one, this.#since.get(one) ?? now]))
    return found.filter((one) => now - (this.#since.get(one) ?? now) >= this.#waitMs)
  }
}

/** Returns when nobody who has begun to delete or give away this owner or repository is still at it. */
export async function awaitChanges(app: Pick<App, 'db'>, uuid: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    const repos = tx.updateTable('repos').set((eb) => ({ updated_at: eb.ref('updated_at') }))
    await repos.where('uuid', '=', uuid).execute()
    const owners = tx.updateTable('owners').set((eb) => ({ directory: eb.ref('directory') }))
    await owners.where('uuid', '=', uuid).execute()
  })
}

/** False when somebody else was quicker. */
export async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
