import type { App } from '../../app.ts'
import { minute } from '../../core/clock.ts'
import type { Repo } from '../../core/repo.ts'
import { requireSha, type Sha } from '../../core/sha.ts'
import type { User } from '../../core/user.ts'
import { prepared } from '../../db/prepared.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { findBranchTip } from './branch-tip.ts'

const freshMs = 60 * minute

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'objects'>

export interface FreshBranch {
  /** As a form takes it: `branch`, or `owner:branch` of a fork. */
  readonly source: string
  readonly pushedAt: number
}

/** What somebody has just pushed to a repository or to their fork of it, and nothing was made of yet; else null. */
export async function findFreshBranch(app: Needs, user: User, repo: Repo): Promise<FreshBranch | null> {
  const rows = await pushedBy(app.db, { userId: user.id, repoId: repo.id, since: app.clock.now() - freshMs })
  const target = rows.length === 0 ? null : await findBranchTip(app.db, repo.id, repo.defaultBranch)
  if (target === null) return null
  const branches = rows.map((row) => ({ ...row, branch: row.name.slice('refs/heads/'.length) }))
  const used = await usedBranches(app, branches)
  for (const { branch, peeled, repo_id: repoId, updated_at: pushedAt } of branches) {
    const isOwn = repoId === repo.id
    if ((isOwn && branch === repo.defaultBranch) || used.has(`${repoId} ${branch}`)) continue
    if (!(await isAhead(app, repo, target.sha, requireSha(peeled)))) continue
    return { source: isOwn ? branch : `${user.username}:${branch}`, pushedAt }
  }
  return null
}

const pushedBy = prepared((db, its: { userId: number; repoId: number; since: number }) =>
  db
    .selectFrom('refs')
    .innerJoin('repos', 'repos.id', 'refs.repo_id')
    .select(['refs.name', 'refs.peeled', 'refs.updated_at', 'refs.repo_id'])
    .where('refs.pusher_id', '=', its.userId)
    .where((eb) =>
      eb.or([
        eb('refs.repo_id', '=', its.repoId),
        eb.and([eb('repos.fork_of', '=', its.repoId), eb('repos.owner_id', '=', its.userId)]),
      ]),
    )
    .where('refs.name', 'like', 'refs/heads/%')
    .where('refs.updated_at', '>', its.since)
    .orderBy('refs.updated_at', 'desc')
    .limit(5),
)

/** Those that a pull request was made of, whatever became of it. */
async function usedBranches(
  app: Pick<App, 'db'>,
  branches: readonly { readonly repo_id: number; readonly branch: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await app.db
    .selectFrom('pulls')
    .select(['source_repo_id', 'source_branch'])
    .distinct()
    .where('source_repo_id', 'in', [...new Set(branches.map((one) => one.repo_id))])
    .where('source_branch', 'in', [...new Set(branches.map(({ branch }) => branch))])
    .execute()
  return new Set(rows.map((row) => `${row.source_repo_id} ${row.source_branch}`))
}

/** What the repository does not even hold is new to it. */
async function isAhead(app: Needs, repo: Repo, target: Sha, tip: Sha): Promise<boolean> {
  const dir = repoDirectory(app.config, repo)
  if ((await app.objects.info(dir, tip)) === null) return true
  return !(await app.history.isAncestor(dir, tip, target))
}
