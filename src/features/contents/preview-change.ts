import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { compareTexts } from '../../git/compare-texts.ts'
import { type Hunk, parsePatch } from '../../git/parse-patch.ts'
import { requireRepo } from '../access/require-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { largestFile, requireSmall } from './write-input.ts'

/** What a commit would change about a file, before it is made; null where that is too long to show. */
export async function previewChange(
  app: Pick<App, 'config' | 'db' | 'git' | 'objects'>,
  actor: KnownActor,
  ref: RepoRef,
  { before, after }: { readonly before: Buffer; readonly after: Buffer },
): Promise<readonly Hunk[] | null> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:write' })
  const patch = await compareTexts(app, repoDirectory(app.config, repo), before, requireSmall(after, largestFile))
  return patch === null ? null : parsePatch(patch)
}
