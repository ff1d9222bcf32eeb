import type { App } from '../../app.ts'
import { nextRun } from '../../ci/next-run.ts'
import { minute } from '../../core/clock.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findBranchTip } from '../pulls/branch-tip.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { createPipeline } from './create-pipeline.ts'
import { detectConfig } from './detect-config.ts'
import { isShut } from './end-pipelines-of.ts'
import { serialGroupOf } from './plan-push.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'log' | 'objects'>

const atOnce = 20
/** Times of several expressions that lie closer together are one. */
const leastApart = 5 * minute

/** When the next one falls due, of all repositories or of one; null when nothing is planned. */
export async function nextScheduled(app: Pick<App, 'db'>, repoId?: number): Promise<number | null> {
  const all = app.db.selectFrom('pipeline_schedules').select('next_at').orderBy('next_at').limit(1)
  const row = await (repoId === undefined ? all : all.where('repo_id', '=', repoId)).executeTakeFirst()
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
    // Those of one repository take turns: two that fall due together each see what the other has done.
    await tx
      .updateTable('repos')
      .set((eb) => ({ last_pipeline: eb.ref('last_pipeline') }))
      .where('id', '=', schedule.repo_id)
      .execute()
    if (!(await moveOn(tx, schedule))) return
    if (!(await isFirst(tx, schedule))) return
    if (repo === null || ref === null || tip === null || repo.isArchived) return
    // Nothing is run for an account that somebody has shut.
    if (await isShut(tx, repo.ownerId)) return
    if (config === null || config.mode === 'none') return
    const { mode } = config
    await createPipeline(app, tx, repo, {
      mode,
      trigger: 'schedule',
      ref,
      sha: tip.sha,
      triggeredBy: null,
      serialGroup: serialGroupOf(config, ref),
    })
  })
}

/** False when the repository has just had its turn, by another expression or by what was missed before. */
async function isFirst(tx: Tx, { id, repo_id: repoId, next_at: due }: Schedule): Promise<boolean> {
  // What comes late is for now, so that all that was missed comes once.
  const at = tx.now - due < leastApart ? due : tx.now
  const last = await tx
    .selectFrom('pipeline_schedules')
    .select('id')
    .where('repo_id', '=', repoId)
    .where('ran_for', '>', at - leastApart)
    // Later than that was by a clock that has been put right since.
    .where('ran_for', '<', tx.now + leastApart)
    .limit(1)
    .executeTakeFirst()
  if (last !== undefined) return false
  await tx.updateTable('pipeline_schedules').set({ ran_for: at }).where('id', '=', id).execute()
  return true
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
