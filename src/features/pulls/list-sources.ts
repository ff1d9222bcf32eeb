import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { minute } from '../../core/clock.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { requireSha, type Sha } from '../../core/sha.ts'
import type { User } from '../../core/user.ts'
import { findUnmerged } from '../../git/find-unmerged.ts'
import { isAncestor } from '../../git/is-ancestor.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { findBranchTip } from './branch-tip.ts'
import { openPullsOf } from './open-pulls-of.ts'
import { openForPulls } from './require-pull.ts'

const most = 50
const freshMs = 60 * minute

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

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'objects'>

/**
 * Branches that a pull request could be opened for, the last pushed first: those with commits that the target has not,
 * that have no open one, and whose last commit was not merged in another way.
 */
export async function listOfferedBranches(
  app: Needs,
  repo: Repo,
  targetBranch: string,
): Promise<readonly OfferedBranch[]> {
  const target = await findBranchTip(app.db, repo.id, targetBranch)
  if (target === null) return []
  const rows = await app.db
    .selectFrom('refs')
    .select(['name', 'peeled', 'updated_at'])
    .where('repo_id', '=', repo.id)
    .where('name', 'like', 'refs/heads/%')
    .where('name', '!=', `refs/heads/${repo.defaultBranch}`)
    .orderBy('updated_at', 'desc')
    .limit(most)
    .execute()
  const branches = rows.map((row) => ({ ...row, name: row.name.slice('refs/heads/'.length) }))
  const names = branches.map(({ name }) => name)
  const refs = names.flatMap((name) => branchRef(name) ?? [])
  const [taken, merged, unmerged] = await Promise.all([
    openPullsOf(app, repo.id, names),
    mergedHeads(app, repo.id, names),
    findUnmerged(app.git, repoDirectory(app.config, repo), refs, target.sha),
  ])
  return branches
    .filter(({ name }) => name !== targetBranch && !taken.has(name) && unmerged.has(`refs/heads/${name}`))
    .filter(({ peeled }) => !merged.has(peeled))
    .slice(0, offered)
    .map((row) => ({ name: row.name, pushedAt: row.updated_at }))
}

/** Commits that were squashed or rebased: none of them is in the target, and nothing of them is missing there. */
async function mergedHeads(app: Needs, repoId: number, branches: readonly string[]): Promise<ReadonlySet<string>> {
  if (branches.length === 0) return new Set()
  const rows = await app.db
    .selectFrom('pulls')
    .select('head_sha')
    .where('source_repo_id', '=', repoId)
    .where('source_branch', 'in', branches)
    .where('merged_at', 'is not', null)
    .execute()
  return new Set(rows.map((row) => row.head_sha))
}

export interface FreshBranch {
  /** As a form takes it: `branch`, or `owner:branch` of a fork. */
  readonly source: string
  readonly pushedAt: number
}

/** What somebody has just pushed to a repository or to their fork of it, and nothing was made of yet; else null. */
export async function findFreshBranch(app: Needs, user: User, repo: Repo): Promise<FreshBranch | null> {
  const rows = await app.db
    .selectFrom('refs')
    .innerJoin('repos', 'repos.id', 'refs.repo_id')
    .select(['refs.name', 'refs.peeled', 'refs.updated_at', 'refs.repo_id'])
    .where('refs.pusher_id', '=', user.id)
    .where((eb) =>
      eb.or([
        eb('refs.repo_id', '=', repo.id),
        eb.and([eb('repos.fork_of', '=', repo.id), eb('repos.owner_id', '=', user.id)]),
      ]),
    )
    .where('refs.name', 'like', 'refs/heads/%')
    .where('refs.updated_at', '>', app.clock.now() - freshMs)
    .orderBy('refs.updated_at', 'desc')
    .limit(5)
    .execute()
  const target = rows.length === 0 ? null : await findBranchTip(app.db, repo.id, repo.defaultBranch)
  if (target === null) return null
  for (const row of rows) {
    const branch = row.name.slice('refs/heads/'.length)
    const isOwn = row.repo_id === repo.id
    if (isOwn && branch === repo.defaultBranch) continue
    const pull = await app.db
      .selectFrom('pulls')
      .select('thread_id')
      .where('source_repo_id', '=', row.repo_id)
      .where('source_branch', '=', branch)
      .limit(1)
      .executeTakeFirst()
    if (pull !== undefined || !(await isAhead(app, repo, target.sha, requireSha(row.peeled)))) continue
    return { source: isOwn ? branch : `${user.username}:${branch}`, pushedAt: row.updated_at }
  }
  return null
}

/** What the repository does not even hold is new to it. */
async function isAhead(app: Needs, repo: Repo, target: Sha, tip: Sha): Promise<boolean> {
  const dir = repoDirectory(app.config, repo)
  if ((await app.objects.info(dir, tip)) === null) return true
  return !(await isAncestor(app.git, { dir, quarantine: null }, tip, target))
}
