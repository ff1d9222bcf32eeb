import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { ownerDirectory } from '../lifecycle/owner-directory.ts'

/** By the repository's id: a new name moves nothing on disk. */
export function repoDirectory(config: Config, repo: { readonly owner: string; readonly uuid: string }): RepoDir {
  return join(ownerDirectory(config, repo.owner), `${repo.uuid}.git`) as RepoDir
}
