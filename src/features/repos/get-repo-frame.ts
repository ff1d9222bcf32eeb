import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import type { Attention } from '../../core/attention.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { atLeast } from '../../core/roles.ts'
import { prepared } from '../../db/prepared.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { findUpstream } from '../forks/find-upstream.ts'
import { latestStatus } from '../pipelines/latest-status.ts'
import type { PipelineStatus } from '../pipelines/pipeline.ts'
import { countReleases } from '../releases/count-releases.ts'
import { attentionOf } from '../subscriptions/attention-of.ts'
import { readCounts } from '../threads/counts.ts'

/** What every page of a repository shows around its content. */
export interface RepoFrame {
  readonly repo: Repo
  readonly isStarred: boolean
  /** How much of it the reader wants to hear; null as usual. */
  readonly attention: Attention | null
  readonly releases: number
  /** Open ones. */
  readonly issues: number
  /** Open pull requests. */
  readonly pulls: number
  /** Where it was forked from, for those who may see that. */
  readonly source: Pick<Repo, 'owner' | 'slug' | 'defaultBranch' | 'isArchived'> | null
  /** How the default branch is doing; null where there are no pipelines at all. */
  readonly ci: { readonly status: PipelineStatus | null } | null
  readonly can: {
    readonly star: boolean
    readonly fork: boolean
    /** Whatever a Developer does but pushing: labels, milestones, pipelines, releases. */
    readonly work: boolean
    readonly push: boolean
    readonly configure: boolean
    /** Decide who sees it, give it away, delete it. */
    readonly own: boolean
  }
}

export async function getRepoFrame(app: Pick<App, 'config' | 'db'>, actor: Actor, ref: RepoRef): Promise<RepoFrame> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  const key = `frame ${actor.kind} ${userOf(actor)?.id ?? ''} ${repo.id}`
  const frame = await app.db.recall(key, () => readFrame(app, actor, repo))
  return frame ?? readFrame(app, actor, repo)
}

async function readFrame(app: Pick<App, 'config' | 'db'>, actor: Actor, repo: OpenRepo): Promise<RepoFrame> {
  const user = userOf(actor)
  const [isStarred, attention, releases, issues, pulls, source, ci] = await Promise.all([
    user === null ? false : hasStar(app, repo, user.id),
    attentionOf(app, actor, repo.id),
    countReleases(app, repo),
    readCounts(app.db, repo.id, 'issue'),
    readCounts(app.db, repo.id, 'pull'),
    findUpstream(app, actor, repo),
    app.config.CI_ENABLED ? latestStatus(app, repo, repo.defaultBranch).then((status) => ({ status })) : null,
  ])
  const work = user !== null && !repo.isArchived && atLeast(repo.role, 'Developer')
  return {
    repo,
    isStarred,
    attention,
    releases,
    issues: issues.open,
    pulls: pulls.open,
    source,
    ci,
    can: {
      star: user !== null,
      fork: user !== null,
      work,
      push: work && repo.mirrorOf === null,
      configure: user !== null && atLeast(repo.role, 'Maintainer'),
      own: user !== null && atLeast(repo.role, 'Owner'),
    },
  }
}

async function hasStar(app: Pick<App, 'db'>, repo: Repo, userId: number): Promise<boolean> {
  return (await starOf(app.db, { repoId: repo.id, userId })).length > 0
}

const starOf = prepared((db, its: { repoId: number; userId: number }) =>
  db.selectFrom('stars').select('user_id').where('repo_id', '=', its.repoId).where('user_id', '=', its.userId),
)
