import type { App } from '../../app.ts'
import type { Sha } from '../../core/sha.ts'
import { findPatchId } from '../../git/patch-ids.ts'
import type { RepoDir } from '../../git/run-git.ts'

/** The same for two series that change the same in the same way, wherever they begin; of a huge one, only itself. */
export async function patchKeyOf(app: Pick<App, 'git' | 'kept'>, dir: RepoDir, base: Sha, head: Sha): Promise<string> {
  return (await findPatchId(app, dir, { base, head })) ?? head
}
