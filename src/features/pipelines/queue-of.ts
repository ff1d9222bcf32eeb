import type { App } from '../../app.ts'
import { second } from '../../core/clock.ts'
import { comesBefore } from './lease.ts'
import type { Pipeline } from './pipeline.ts'

/** What somebody sees who waits. Others are counted, whosever they are. */
export interface Queue {
  readonly running: number
  /** Besides this one. */
  readonly waiting: number
  /** The number of the one that has to end before, where those of the branch run one after the other. */
  readonly behind: number | null
  /** Nothing runs, and yet nobody takes it: there may be no worker. */
  readonly isForgotten: boolean
}

/** A worker hears of it at once, and looks by itself now and then. */
const patience = 30 * second

/** Null for one that has begun, or waits for somebody to let it run. */
export async function queueOf(
  app: Pick<App, 'clock' | 'db'>,
  { id, status, createdAt }: Pipeline,
): Promise<Queue | null> {
  if (status !== 'created' && status !== 'pending') return null
  const now = app.clock.now()
  const counted = app.db.selectFrom('pipelines').select((eb) => eb.fn.countAll<number>().as('count'))
  const [run, wait, before] = await Promise.all([
    counted.where('status', '=', 'running').where('lease_until', '>', now).executeTakeFirstOrThrow(),
    counted.where('status', 'in', ['created', 'pending']).where('id', '<>', id).executeTakeFirstOrThrow(),
    app.db
      .selectFrom('pipelines')
      .innerJoin('pipelines as other', (join) =>
        join
          .onRef('other.repo_id', '=', 'pipelines.repo_id')
          .onRef('other.serial_group', '=', 'pipelines.serial_group'),
      )
      .select('other.number')
      .where('pipelines.id', '=', id)
      .where(comesBefore)
      .orderBy('other.id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  const running = Number(run.count)
  const behind = before?.number ?? null
  return { running, waiting: Number(wait.count), behind, isForgotten: running === 0 && now - createdAt > patience }
}
