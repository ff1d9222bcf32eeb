import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { divergeAcross } from '../../git/compare-across.ts'
import { type Divergence, findDivergence } from '../../git/merge-base.ts'
import { findBranchTip } from '../pulls/branch-tip.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { findUpstream } from './find-upstream.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>

export interface UpstreamStand {
  /** The default branch there, which that of the fork is held against. */
  readonly owner: string
  readonly slug: string
  readonly branch: string
  readonly ahead: number
  readonly behind: number
}

/** Somebody waits for a page, which does as well without. */
const patienceMs = 2000

/** How far the default branch of a fork went from where it came from; null for no fork, and where nobody can tell. */
export async function compareUpstream(app: Needs, actor: Actor, fork: Repo): Promise<UpstreamStand | null> {
  const upstream = await findUpstream(app, actor, fork)
  if (upstream === null) return null
  const { owner, slug, defaultBranch: branch } = upstream
  const [there, own] = await Promise.all([
    findBranchTip(app.db, upstream.id, branch),
    findBranchTip(app.db, fork.id, fork.defaultBranch),
  ])
  if (there === null || own === null) return null
  try {
    const { ahead, behind } = await divergeFrom(app, { upstream, fork }, [there.sha, own.sha], patienceMs)
    return { owner, slug, branch, ahead, behind }
  } catch (error) {
    if (error instanceof Fault && error.kind === 'unavailable') return null
    throw error
  }
}

/** Nothing is taken over for it. */
export async function divergeFrom(
  app: Needs,
  { upstream, fork }: { readonly upstream: Repo; readonly fork: Repo },
  [there, own]: readonly [there: Sha, own: Sha],
  timeoutMs?: number,
): Promise<Divergence> {
  const dir = repoDirectory(app.config, fork)
  if ((await app.objects.info(dir, there)) !== null) return findDivergence(app, dir, there, own)
  const base = { dir: repoDirectory(app.config, upstream), sha: there }
  return app.kept.of(
    dir,
    ['upstream divergence', there, own],
    () => 60,
    () => divergeAcross(app.git, base, { dir, sha: own }, timeoutMs),
  )
}
