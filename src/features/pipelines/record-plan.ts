import type { App } from '../../app.ts'
import { nextRun } from '../../ci/next-run.ts'
import type { Repo } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { createPipeline } from './create-pipeline.ts'
import type { PushPlan } from './plan-push.ts'

/** Makes what a push asked for, in the push's own transaction: it is queued before the client hears "ok". */
export async function recordPlan(
  app: Pick<App, 'config'>,
  tx: Tx,
  repo: Repo,
  { pipelines, schedules }: PushPlan,
): Promise<void> {
  for (const made of pipelines) await createPipeline(app, tx, repo, made)
  if (schedules !== null) await saveSchedules(tx, repo.id, schedules)
}

export async function saveSchedules(tx: Tx, repoId: number, expressions: readonly string[]): Promise<void> {
  const wanted = [...new Set(expressions)]
  const stale = tx.deleteFrom('pipeline_schedules').where('repo_id', '=', repoId)
  await (wanted.length === 0 ? stale : stale.where('expression', 'not in', wanted)).execute()
  for (const expression of wanted) {
    const next = nextRun(expression, tx.now)
    if (next === null) continue
    await tx
      .insertInto('pipeline_schedules')
      .values({ repo_id: repoId, expression, next_at: next })
      .onConflict((oc) => oc.columns(['repo_id', 'expression']).doNothing())
      .execute()
  }
}
