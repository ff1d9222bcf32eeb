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

/** All but the default branch, the last pushed first. */
export async function listRecentBranches(app: Pick<App, 'db'>, repo: Repo): Promise<readonly RecentBranch[]> {
  const rows = await app.db
    .selectFrom('refs')
    .select(['name', 'peeled', 'updated_at'])
    .where('repo_id', '=', repo.id)
    .where('name', 'like', 'refs/heads/%')
    .where('name', '!=', `refs/heads/${repo.defaultBranch}`)
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
 * Branches that a pull request could be opened for, the last pushed first: those with commits that the target has not,
 * that have no open one, and whose last commit was not merged in another way.
 */
export async function listOfferedBranches(
  app: Needs,
  actor: Actor,
  repo: Repo,
  targetBranch: string,
): Promise<readonly OfferedBranch[]> {
  const target = await findBranchTip(app.db, repo.id, targetBranch)
  if (target === null) return []
  const branches = await listRecentBranches(app, repo)
  const names = branches.map(({ name }) => name)
  const refs = names.flatMap((name) => branchRef(name) ?? [])
  const [taken, unmerged] = await Promise.all([
    pullsOfBranches(
      app,
      actor,
      repo.id,
      branches.map(({ name, peeled: sha }) => ({ name, sha })),
    ),
    findUnmerged(app.git, repoDirectory(app.config, repo), refs, target.sha),
  ])
  return branches
    .filter(({ name }) => name !== targetBranch && !taken.has(name) && unmerged.has(`refs/heads/${name}`))
    .slice(0, offered)
}
