import type { App } from '../../app.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'

/** The same for two series that change the same in the same way, wherever they begin. */
export function patchKeyOf(_app: Pick<App, 'git' | 'kept'>, _dir: RepoDir, _base: Sha, head: Sha): Promise<string> {
  return Promise.resolve(head)
}
