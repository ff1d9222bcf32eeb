import type { App } from '../../app.ts'
import type { JobState } from '../../outbox/jobs.ts'
import { countAllJobs } from './jobs.ts'

/** How much there is to do, of all processes together. */
interface WorkLeft {
  readonly jobs: Readonly<Record<JobState, number>>
  readonly pipelines: { readonly waiting: number; readonly running: number }
  /** Deliveries of webhooks, also those that wait to be tried again. */
  readonly deliveries: number
}

export async function countWaiting(app: Pick<App, 'db'>): Promise<WorkLeft> {
  const [jobs, waiting, running, deliveries] = await Promise.all([
    countAllJobs(app),
    countPipelines(app, ['created', 'pending']),
    countPipelines(app, ['running']),
    countDeliveries(app),
  ])
  return { jobs, pipelines: { waiting, running }, deliveries }
}

async function countPipelines(
  app: Pick<App, 'db'>,
  statuses: readonly ('created' | 'pending' | 'running')[],
): Promise<number> {
  const row = await app.db
    .selectFrom('pipelines')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', 'in', statuses)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** By the few receivers that something waits for: there may be very many deliveries that are over. */
async function countDeliveries(app: Pick<App, 'db'>): Promise<number> {
  const row = await app.db
    .selectFrom('hook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where('hook_id', 'in', (eb) => eb.selectFrom('webhooks').select('id').where('due_at', 'is not', null))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
