import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { findDefaultCommit } from '../refs/find-default-commit.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { pipelineContext } from './status.ts'
import { readContextsOf } from './store.ts'

/** Of the default branch, and of pull requests: what ran there is what the next one can be asked for. */
const recentCommits = 50
const mostNames = 100

/** The names of checks that said something lately, and of our own where pipelines run. By name. */
export async function listSeenChecks(
  app: Pick<App, 'config' | 'db' | 'history'>,
  actor: Actor,
  ref: RepoRef,
): Promise<readonly string[]> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  const shas = await Promise.all([recentOfDefault(app, repo), recentOfPulls(app, repo)])
  const seen = await readContextsOf(app.db, repo.id, [...new Set(shas.flat())], mostNames)
  return [...new Set([...(app.config.CI_ENABLED ? [pipelineContext] : []), ...seen])].toSorted()
}

async function recentOfDefault(app: Pick<App, 'config' | 'db' | 'history'>, repo: Repo): Promise<readonly string[]> {
  const tip = await findDefaultCommit(app, repo)
  if (tip === null) return []
  return app.history.page(repoDirectory(app.config, repo), tip, {}, { skip: 0, count: recentCommits })
}

async function recentOfPulls(app: Pick<App, 'db'>, repo: Repo): Promise<readonly string[]> {
  const rows = await app.db
    .selectFrom('threads')
    .innerJoin('pulls', 'pulls.thread_id', 'threads.id')
    .select('pulls.head_sha')
    .where('threads.repo_id', '=', repo.id)
    .where('threads.kind', '=', 'pull')
    .orderBy('threads.number', 'desc')
    .limit(recentCommits)
    .execute()
  return rows.map((row) => row.head_sha)
}
