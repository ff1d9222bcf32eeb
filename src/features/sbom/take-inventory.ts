import type { App } from '../../app.ts'
import type { FileNote } from '../../sbom/choose-files.ts'
import { InventoryFailed } from '../../sbom/inventory-thread.ts'
import type { FileBytes } from '../../sbom/task.ts'
import { notMade } from './ask-thread.ts'
import type { Scan } from './store.ts'

const patienceForOneMs = 5000
const patienceForAllMs = 60_000

interface Input {
  readonly files: readonly FileBytes[]
  readonly notes: readonly FileNote[]
}

/**
 * Reads all files. When one of them was made to take for ever, or more memory than there is, all of them fail: then
 * each is tried alone, and the list is made without those that cannot be read.
 */
export async function takeInventory(
  app: Pick<App, 'inventories' | 'log'>,
  who: string,
  { files, notes }: Input,
): Promise<Scan> {
  try {
    return await app.inventories.run(who, 'take', { files, notes })
  } catch (error) {
    if (!(error instanceof InventoryFailed)) throw error
    app.log.warn({ who, error: error.message }, 'lock files could not be read together; each is tried alone')
  }
  const readable: FileBytes[] = []
  const unreadable: FileNote[] = []
  const until = performance.now() + patienceForAllMs
  for (const file of files) {
    const isLate = performance.now() > until
    if (!isLate && (await canBeRead(app, who, file))) readable.push(file)
    else unreadable.push({ path: file.path, text: 'it could not be read in time' })
  }
  try {
    return await app.inventories.run(who, 'take', { files: readable, notes: [...notes, ...unreadable] })
  } catch (error) {
    if (error instanceof InventoryFailed) throw notMade(error)
    throw error
  }
}

async function canBeRead(app: Pick<App, 'inventories'>, who: string, file: FileBytes): Promise<boolean> {
  try {
    await app.inventories.run(who, 'take', { files: [file], notes: [] }, patienceForOneMs)
    return true
  } catch {
    return false
  }
}
