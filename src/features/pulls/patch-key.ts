import type { App } from '../../app.ts'
import type { Sha } from '../../core/sha.ts'
import { checkMerge } from '../../git/check-merge.ts'
import { parseCommit } from '../../git/parse-commit.ts'
import { findPatchId } from '../../git/patch-ids.ts'
import type { RepoDir } from '../../git/run-git.ts'
import type { PullVersion } from './pull.ts'

type Needs = Pick<App, 'git' | 'kept' | 'objects'>
type Series = { readonly base: Sha; readonly head: Sha }
type Described = Pick<PullVersion, 'headSha' | 'patchKey'>

/** Series of the same patch that are looked at more closely, the last ones. */
const mostTried = 10
/** A larger one is taken for another: it is looked at again, which is safe. */
const patienceMs = 10_000

/**
 * The same for two series that change the same in the same way, wherever they begin; of a huge one, only itself. The same
 * lines among the same neighbours can stand in another place, where they mean something else: so the later one has to be
 * what git makes of the earlier one at the place where the later one begins.
 */
export async function patchKeyOf(
  app: Needs,
  dir: RepoDir,
  series: Series,
  earlier: readonly Described[],
): Promise<string> {
  const patchId = await findPatchId(app, dir, series)
  if (patchId === null) return series.head
  const alike = new Map(earlier.flatMap((one) => (isOf(patchId, one) ? [[one.patchKey, one.headSha] as const] : [])))
  for (const [key, head] of [...alike].toReversed().slice(0, mostTried)) {
    if (key !== null && (await isMoved(app, dir, head, series))) return key
  }
  return alike.size === 0 ? patchId : `${patchId} ${series.head}`
}

function isOf(patchId: string, { patchKey }: Described): boolean {
  return patchKey?.split(' ')[0] === patchId
}

async function isMoved(app: Needs, dir: RepoDir, before: Sha, { base, head }: Series): Promise<boolean> {
  const [merged, commit] = await Promise.all([
    checkMerge(app, dir, { target: base, head: before }, patienceMs),
    app.objects.read(dir, head),
  ])
  return merged.kind === 'clean' && commit !== null && merged.tree === parseCommit(commit.data).tree
}
