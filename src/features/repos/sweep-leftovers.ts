import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { hour } from '../../core/clock.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { sweepRepository } from '../../git/sweep-repository.ts'
import { repositoriesRoot } from '../lifecycle/owner-directory.ts'
import { sweepUnborn } from './sweep-unborn.ts'

/** No push and no creation takes longer. */
const longestWork = 6 * hour

export interface Leftovers {
  readonly swept: readonly string[]
  /** Repositories on disk that no row knows of. They may be somebody's work: nobody removes them unasked. */
  readonly strangers: readonly string[]
}

/** Removes what crashes have left behind in the folders of repositories. */
export async function sweepLeftovers(app: Pick<App, 'clock' | 'config' | 'db'>): Promise<Leftovers> {
  const before = app.clock.now() - longestWork
  const rows = await app.db.selectFrom('repos').select('uuid').execute()
  const known = new Set(rows.map(({ uuid }) => `${uuid}.git`))
  const swept: string[] = [...(await sweepUnborn(app, 'serving'))]
  const strangers: string[] = []
  const root = repositoriesRoot(app.config)
  for (const owner of await readdir(root)) {
    for (const name of await readdir(join(root, owner)).catch(() => [])) {
      const path = join(root, owner, name)
      const age = await stat(path).catch(() => null)
      if (age === null) continue
      if (known.has(name)) swept.push(...(await sweepRepository(path as RepoDir, before)))
      else if (name.endsWith('.git') && age.mtimeMs < before) strangers.push(path)
    }
  }
  return { swept, strangers }
}
