import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { hour } from '../../core/clock.ts'
import { isUnborn, markBorn } from '../../git/repository-folder.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { repositoriesRoot } from '../lifecycle/owner-directory.ts'

/** No creation takes longer. */
const longestWork = 6 * hour

/**
 * Folders of repositories whose making a crash cut off: drafts, and those that were complete and that no row knows of. At
 * the start on SQLite nobody else can be making one, so none is spared; otherwise their age decides. Returns what went.
 */
export async function sweepUnborn(
  app: Pick<App, 'clock' | 'config' | 'db'>,
  when: 'starting' | 'serving',
): Promise<readonly string[]> {
  const all = when === 'starting' && app.db.dialect === 'sqlite'
  const before = all ? Number.MAX_SAFE_INTEGER : app.clock.now() - longestWork
  const root = repositoriesRoot(app.config)
  const swept: string[] = []
  for (const owner of await readdir(root)) {
    for (const name of await readdir(join(root, owner)).catch(() => [])) {
      const path = join(root, owner, name)
      const age = await stat(path).catch(() => null)
      if (age === null || age.mtimeMs >= before || !(await isCutOff(app, name, path))) continue
      await rm(path, { recursive: true, force: true })
      swept.push(path)
    }
  }
  return swept
}

async function isCutOff(app: Pick<App, 'db'>, name: string, path: string): Promise<boolean> {
  if (name.endsWith('.making')) return true
  if (!name.endsWith('.git') || !isUnborn(path as RepoDir)) return false
  const row = app.db.selectFrom('repos').select('id').where('uuid', '=', name.slice(0, -'.git'.length))
  if ((await row.executeTakeFirst()) === undefined) return true
  // It was written down, and nobody had the time to take the mark away.
  await markBorn(path as RepoDir)
  return false
}
