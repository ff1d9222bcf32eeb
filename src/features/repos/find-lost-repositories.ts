import { existsSync } from 'node:fs'
import { readdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { App } from '../../app.ts'
import { repositoriesRoot } from '../lifecycle/owner-directory.ts'
import { repoDirectory } from './repo-directory.ts'

/**
 * At the start: a crash while a repository changed hands leaves its folder with the other owner. It goes where its row
 * says. Returns what was moved.
 */
export async function findLostRepositories(app: Pick<App, 'config' | 'db'>): Promise<readonly string[]> {
  const rows = await app.db
    .selectFrom('repos')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select(['owners.directory as home', 'repos.uuid'])
    .where('owners.kind', '!=', 'deleted')
    .execute()
  const homes = new Map(rows.map((row) => [`${row.uuid}.git`, repoDirectory(app.config, row)]))
  const moved: string[] = []
  for (const dir of await repositoryFolders(repositoriesRoot(app.config))) {
    const home = homes.get(basename(dir))
    // Where both are there, the one that the row names is the one that people use.
    if (home === undefined || home === dir || existsSync(home)) continue
    await rename(dir, home)
    moved.push(home)
  }
  return moved
}

async function repositoryFolders(root: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const owner of await readdir(root, { withFileTypes: true })) {
    if (!owner.isDirectory()) continue
    const folder = join(root, owner.name)
    for (const name of await readdir(folder)) if (name.endsWith('.git')) found.push(join(folder, name))
  }
  return found
}
