import type { App } from '../../app.ts'
import type { Sha } from '../../core/sha.ts'
import { parseTag } from '../../git/parse-commit.ts'
import type { RepoDir } from '../../git/run-git.ts'

const deepest = 5

/** The object behind an annotated tag, however often it was tagged; anything else is itself. */
export async function peel(app: Pick<App, 'objects'>, dir: RepoDir, sha: Sha): Promise<Sha> {
  let at = sha
  for (let depth = 0; depth < deepest; depth++) {
    const info = await app.objects.info(dir, at)
    if (info?.type !== 'tag') return at
    const tag = await app.objects.read(dir, at)
    if (tag === null) return at
    at = parseTag(tag.data).object
  }
  return at
}
