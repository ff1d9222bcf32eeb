import type { App } from '../../app.ts'
import { Fault } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import { InventoryFailed } from '../../sbom/inventory-thread.ts'
import type { TaskName, Tasks } from '../../sbom/task.ts'

/** Each repository in its turn: one that is asked about a lot delays itself. */
export async function askThread<N extends TaskName>(
  app: Pick<App, 'inventories'>,
  repo: Repo,
  name: N,
  asks: Tasks[N]['asks'],
): Promise<Tasks[N]['gives']> {
  try {
    return await app.inventories.run(turnOf(repo), name, asks)
  } catch (error) {
    if (error instanceof InventoryFailed) throw notMade(error)
    throw error
  }
}

export function turnOf(repo: Repo): string {
  return `repo ${repo.id}`
}

/** For whoever asks: it is no mistake of theirs, and another time it may work. */
export function notMade(error: InventoryFailed): Fault {
  return new Fault('unavailable', `The list of components could not be made: ${error.message}`, {
    code: 'UNAVAILABLE',
    retryAfterSeconds: 60,
  })
}
