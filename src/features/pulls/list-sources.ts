import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { minute } from '../../core/clock.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { requireSha } from '../../core/sha.ts'
import { findDivergence } from '../../git/merge-base.ts'
import { findDefaultCommit } from '../refs/find-default-commit.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
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

/** All but the default branch, the last pushed first. */
export async function listFreshBranches(app: Pick<App, 'db'>, repo: Repo): Promise<readonly OfferedBranch[]> {
  const rows = await app.db
    .selectFrom('refs')
    .select(['name', 'updated_at'])
    .where('repo_id', '=', repo.id)
    .where('name', 'like', 'refs/heads/%')
    .where('name', '!=', `refs/heads/${repo.defaultBranch}`)
    .orderBy('updated_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({ name: row.name.slice('refs/heads/'.length), pushedAt: row.updated_at }))
}

/** Those that a pull request could be opened for: the ones that have none. */
export async function listOfferedBranches(app: Pick<App, 'db'>, repo: Repo): Promise<readonly OfferedBranch[]> {
  const branches = await listFreshBranches(app, repo)
  const names = branches.map(({ name }) => name)
  const taken = await openPullsOf(app, repo.id, names)
  return branches.filter(({ name }) => !taken.has(name)).slice(0, offered)
}

/** The branch that somebody has just pushed, and for which there is no open pull request; null when there is none. */
export async function findFreshBranch(
  app: Pick<App, 'clock' | 'config' | 'db' | 'git' | 'kept'>,
  userId: number,
  repo: Repo,
): Promise<string | null> {
  const rows = await app.db
    .selectFrom('refs')
    .select(['name', 'sha'])
    .where('pusher_id', '=', userId)
    .where('repo_id', '=', repo.id)
    .where('name', 'like', 'refs/heads/%')
    .where('name', '!=', `refs/heads/${repo.defaultBranch}`)
    .where('updated_at', '>', app.clock.now() - freshMs)
    .orderBy('updated_at', 'desc')
    .limit(5)
    .execute()
  const base = rows.length === 0 ? null : await findDefaultCommit(app, repo)
  for (const { name, sha } of rows) {
    const branch = name.slice('refs/heads/'.length)
    const pull = await app.db
      .selectFrom('pulls')
      .select('thread_id')
      .where('source_repo_id', '=', repo.id)
      .where('source_branch', '=', branch)
      .limit(1)
      .executeTakeFirst()
    if (pull !== undefined) continue
    const tip = requireSha(sha)
    const brings = base === null || (await findDivergence(app, repoDirectory(app.config, repo), base, tip)).ahead > 0
    if (brings) return branch
  }
  return null
}
