import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { requireRepo } from '../access/require-repo.ts'
import { readCounts } from '../threads/counts.ts'
import type { ThreadKind } from '../threads/thread.ts'

/** What goes with a repository besides its code, whether it is done or not. */
export interface Losses {
  readonly issues: number
  readonly pulls: number
  readonly pipelines: number
}

export async function countLosses(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef): Promise<Losses> {
  const repo = await requireRepo(app, actor, ref, { role: 'Owner', scope: 'repo:read' })
  const [issues, pulls, pipelines] = await Promise.all([
    countThreads(app.db, repo.id, 'issue'),
    countThreads(app.db, repo.id, 'pull'),
    countPipelines(app.db, repo.id),
  ])
  return { issues, pulls, pipelines }
}

async function countThreads(reader: Reader, repoId: number, kind: ThreadKind): Promise<number> {
  const { open, closed, merged } = await readCounts(reader, repoId, kind)
  return open + closed + merged
}

async function countPipelines(reader: Reader, repoId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('pipelines')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('repo_id', '=', repoId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
