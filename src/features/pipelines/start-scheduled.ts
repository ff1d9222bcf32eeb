import type { App } from '../../app.ts'
import { nextRun } from '../../ci/next-run.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findBranchTip } from '../pulls/branch-tip.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { createPipeline } from './create-pipeline.ts'
import { detectConfig } from './detect-config.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'log' | 'objects'>

const atOnce = 20

/** When the next one falls due; null when nothing is planned. */
export async function nextScheduled(app: Pick<App, 'db'>): Promise<number | null> {
  const row = await app.db
    .selectFrom('pipeline_schedules')
    .select('next_at')
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_at ?? null
}

/** Starts what the clock asks for, on the default branch as it is now. What was missed while nobody ran comes once. */
export async function startScheduled(app: Needs): Promise<void> {
  const due = await app.db
    .selectFrom('pipeline_schedules')
    .selectAll()
    .where('next_at', '<=', app.clock.now())
    .orderBy('next_at')
    .limit(atOnce)
    .execute()
  for (const schedule of due) await start(app, schedule)
}

interface Schedule {
  readonly id: number
  readonly repo_id: number
  readonly expression: string
  readonly next_at: number
}

async function start(app: Needs, schedule: Schedule): Promise<void> {
  const repo = await findRepoById(app.db, schedule.repo_id)
  const ref = repo === null ? null : branchRef(repo.defaultBranch)
  const tip = repo === null ? null : await findBranchTip(app.db, repo.id, repo.defaultBranch)
  const config =
    repo === null || tip === null ? null : await detectConfig(app, repoDirectory(app.config, repo), tip.sha)
  await inTransaction(app, async (tx) => {
    if (!(await moveOn(tx, schedule))) return
    if (repo === null || ref === null || tip === null || repo.isArchived) return
    if (config === null || config.mode === 'none') return
    const { mode } = config
    await createPipeline(app, tx, repo, { mode, trigger: 'schedule', ref, sha: tip.sha, triggeredBy: null })
  })
}

/** False when another process was quicker. */
async function moveOn(tx: Tx, schedule: Schedule): Promise<boolean> {
  const next = nextRun(schedule.expression, tx.now)
  const same = { id: schedule.id, next_at: schedule.next_at }
  if (next === null) {
    const gone = await tx.deleteFrom('pipeline_schedules').where('id', '=', same.id).executeTakeFirst()
    return gone.numDeletedRows === 1n
  }
  const moved = await tx
    .updateTable('pipeline_schedules')
    .set({ next_at: next })
    .where('id', '=', same.id)
    .where('next_at', '=', same.next_at)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}
