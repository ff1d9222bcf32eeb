import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { repositoriesRoot, trashRoot } from '../lifecycle/owner-directory.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

/**
 * Where a repository of the snapshot lies now: it may have changed hands since, or have been deleted, alone or with its
 * owner, and wait in the trash because a backup holds it.
 */
export async function findFolder(config: Config, repo: { uuid: string; home: string }): Promise<RepoDir | null> {
  const home = repoDirectory(config, repo)
  if (existsSync(home)) return home
  const thrownAway = join(trashRoot(config), repo.uuid) as RepoDir
  if (existsSync(thrownAway)) return thrownAway
  for (const root of [repositoriesRoot(config), trashRoot(config)]) {
    for (const owner of await readdir(root).catch(() => [])) {
      const dir = join(root, owner, `${repo.uuid}.git`) as RepoDir
      if (existsSync(dir)) return dir
    }
  }
  return null
}
