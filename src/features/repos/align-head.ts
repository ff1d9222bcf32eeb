import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { pointHead } from '../../git/repository-folder.ts'
import { findRepoById } from './find-repo.ts'
import { repoDirectory } from './repo-directory.ts'

/**
 * Makes a clone check out the branch that the row names. Looks again afterwards: of several changes at once the last
 * one to be committed counts, and it is not always the last one to get here.
 */
export async function alignHead(app: Pick<App, 'config' | 'db'>, changed: Repo): Promise<void> {
  let written: string | null = null
  for (;;) {
    const repo = await findRepoById(app.db, changed.id)
    if (repo === null || repo.defaultBranch === written) return
    try {
      await pointHead(repoDirectory(app.config, repo), repo.defaultBranch)
    } catch (error) {
      // Deleted meanwhile: the folder goes before the row does.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      return
    }
    written = repo.defaultBranch
  }
}
