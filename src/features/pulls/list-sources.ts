import type { App } from '../../app.ts'
import type { Actor, KnownActor } from '../../core/actor.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { findUnmerged } from '../../git/find-unmerged.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { findBranchTip } from './branch-tip.ts'
import { pullsOfBranches } from './pulls-of-branches.ts'
import { openForPulls } from './require-pull.ts'

const most = 50

/** Branches of somebody's own forks of a repository, the last pushed first, as `owner:branch`. */
export async function listForkBranches(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: RepoRef,
): Promise<readonly string[]> {
  const repo = await openForPulls(app, actor, ref, { to: 'read' })
  const rows = await app.db
    .selectFrom('refs')
    .innerJoin('repos', 'repos.id', 'refs.repo_id')
    .select('refs.name')
    .where('repos.fork_of', '=', repo.id)
    .where('repos.owner_id', '=', actor.user.id)
    .where('refs.name', 'like', 'refs/heads/%')
    .orderBy('refs.updated_at', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ name }) => `${actor.user.username}:${name.slice('refs/heads/'.length)}`)
}

const offered = 8

export interface OfferedBranch {
  readonly name: string
  readonly pushedAt: number
}

interface RecentBranch extends OfferedBranch {
  readonly peeled: string
}

/** The last pushed first, without the default branch unless said otherwise. */
export async function listRecentBranches(
  app: Pick<App, 'db'>,
  repo: Repo,
  { withDefault = false }: { readonly withDefault?: boolean } = {},
): Promise<readonly RecentBranch[]> {
  const rows = await app.db
    .selectFrom('refs')
    .select(['name', 'peeled', 'updated_at'])
    .where('repo_id', '=', repo.id)
    .where('name', 'like', 'refs/heads/%')
    .where('name', '!=', withDefault ? '' : `refs/heads/${repo.defaultBranch}`)
    .orderBy('updated_at', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ name, peeled, updated_at }) => ({
    name: name.slice('refs/heads/'.length),
    peeled,
    pushedAt: updated_at,
  }))
}

type Needs = Pick<App, 'config' | 'db' | 'git'>

/**
 * Branches that a pull request could be opened for, the last pushed first, of the repository itself or of a fork: those with
 * commits that the target has not, that have no open one, and whose last commit was not merged in another way.
 */
export async function listOfferedBranches(
  app: Needs,
  actor: Actor,
  into: { readonly repo: Repo; readonly branch: string },
  source: Repo = into.repo,
): Promise<readonly OfferedBranch[]> {
  const isOwn = source.id === into.repo.id
  const branches = await listRecentBranches(app, source, { withDefault: !isOwn })
  const unmerged = await findOffered(app, into, source, branches)
  const taken = await pullsOfBranches(
    app,
    actor,
    source.id,
    branches.map(({ name, peeled: sha }) => ({ name, sha })),
  )
  return branches
    .filter(({ name }) => unmerged.has(name) && !taken.has(name) && !(isOwn && name === into.branch))
    .slice(0, offered)
}

/** Those of some branches that have commits which a branch of a repository has not; none where that is gone. */
export async function findOffered(
  app: Needs,
  into: { readonly repo: Repo; readonly branch: string },
  source: Repo,
  branches: readonly { readonly name: string }[],
): Promise<ReadonlySet<string>> {
  const target = await findBranchTip(app.db, into.repo.id, into.branch)
  if (target === null) return new Set()
  const refs = branches.flatMap(({ name }) => branchRef(name) ?? [])
  const place = { dir: repoDirectory(app.config, into.repo), sha: target.sha }
  const found = await findUnmerged(app.git, repoDirectory(app.config, source), refs, place)
  return new Set(branches.map(({ name }) => name).filter((name) => found.has(`refs/heads/${name}`)))
}
