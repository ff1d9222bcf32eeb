import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { App } from '../../app.ts'
import { repositoriesRoot } from '../lifecycle/owner-directory.ts'
import { awaitChanges, moveIfThere, type Patience } from '../lifecycle/patience.ts'
import { repoDirectory } from './repo-directory.ts'

/**
 * A crash while a repository changed hands leaves its folder with the other owner. It goes where its row says, unless
 * somebody is just at it. Returns what was moved.
 */
export async function findLostRepositories(
  app: Pick<App, 'clock' | 'config' | 'db'>,
  patience: Patience,
): Promise<readonly string[]> {
  const rows = await selectHomes(app).execute()
  const homes = new Map(rows.map((row) => [`${row.uuid}.git`, repoDirectory(app.config, row)]))
  const lost = (await repositoryFolders(repositoriesRoot(app.config))).filter((dir) => {
    const home = homes.get(basename(dir))
    // Where both are there, the one that the row names is the one that people use.
    return home !== undefined && home !== dir && !existsSync(home)
  })
  const moved: string[] = []
  for (const dir of patience.stillThere(lost, app.clock.now())) {
    const uuid = basename(dir, '.git')
    await awaitChanges(app, uuid)
    const row = await selectHomes(app).where('repos.uuid', '=', uuid).executeTakeFirst()
    const home = row === undefined ? dir : repoDirectory(app.config, row)
    if (home !== dir && (await moveIfThere(dir, home))) moved.push(home)
  }
  return moved
}

function selectHomes(app: Pick<App, 'db'>) {
  return app.db
    .selectFrom('repos')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select(['owners.directory as home', 'repos.uuid'])
    .where('owners.kind', '!=', 'deleted')
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
