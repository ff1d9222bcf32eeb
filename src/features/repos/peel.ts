import type { App } from '../../app.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'

/** The object behind an annotated tag, however often it was tagged; anything else is itself. */
export async function peel(app: Pick<App, 'objects'>, dir: RepoDir, sha: Sha): Promise<Sha> {
  return (await app.objects.peel(dir, sha))?.sha ?? sha
}
