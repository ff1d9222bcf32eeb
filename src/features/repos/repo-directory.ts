import type { Config } from '../../config.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { ownerDirectory } from '../lifecycle/owner-directory.ts'

/**
 * By the repository's id, in a directory that its owner keeps: a new name of either moves nothing on disk. A page asks for
 * it a dozen times, so it is put together without taking the whole path apart again.
 */
export function repoDirectory(config: Config, repo: { readonly home: string; readonly uuid: string }): RepoDir {
  return `${ownerDirectory(config, repo.home)}/${repo.uuid}.git` as RepoDir
}
