import { readdir, rmdir, stat } from 'node:fs/promises'
import type { App } from '../../app.ts'
import { hour } from '../../core/clock.ts'
import { ownerDirectory, repositoriesRoot } from './owner-directory.ts'

export interface StrayDirectories {
  /** Were empty, and are gone. */
  readonly swept: readonly string[]
  /** Hold something, so nobody but a person should decide. */
  readonly kept: readonly string[]
}

/** A registration that is under way has its directory first and its account a moment later. */
const young = hour

/** Directories of owners that do not exist: left behind by a crash, or put there by hand. */
export async function strayDirectories(
  app: Pick<App, 'config' | 'db' | 'clock'>,
  when: 'starting' | 'serving',
): Promise<StrayDirectories> {
  // At the start on SQLite nobody else can be registering.
  const all = when === 'starting' && app.db.dialect === 'sqlite'
  const before = all ? Number.MAX_SAFE_INTEGER : app.clock.now() - young
  const names = new Set(
    (await app.db.selectFrom('owners').select('directory').execute()).map((owner) => owner.directory),
  )
  const swept: string[] = []
  const kept: string[] = []
  for (const name of await readdir(repositoriesRoot(app.config))) {
    if (names.has(name)) continue
    const path = ownerDirectory(app.config, name)
    const found = await stat(path).catch(() => null)
    if (found === null || found.mtimeMs >= before) continue
    const gone = await rmdir(path).then(
      () => true,
      () => false,
    )
    if (gone) swept.push(name)
    else kept.push(name)
  }
  return { swept, kept }
}
