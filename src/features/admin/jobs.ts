import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Job, JobState } from '../../outbox/jobs.ts'
import { countJobs, discardJob, listJobs, reviveJob } from '../../outbox/tend-jobs.ts'
import { record } from '../audit/record.ts'

export type { Job, JobState }

export function listAllJobs(
  app: Pick<App, 'db'>,
  _actor: AdminActor,
  state: JobState | null,
  request: PageRequest,
): Promise<Page<Job>> {
  return listJobs(app.db, state, request)
}

export function countAllJobs(app: Pick<App, 'db'>): Promise<Record<JobState, number>> {
  return countJobs(app.db)
}

/** Puts a dead job back into the queue. */
export async function retryJob(app: Pick<App, 'db' | 'keys'>, actor: AdminActor, id: RecordId): Promise<Job> {
  return inTransaction(app, async (tx) => {
    const job = await reviveJob(tx, id)
    if (job === null) throw notFound('JOB')
    await record(app, tx, actor, { event: 'JOB_RETRIED', target: { type: 'job', id: job.uuid, name: job.name } })
    return job
  })
}

/** Gives a dead job up for good. */
export async function dropJob(app: Pick<App, 'db' | 'keys'>, actor: AdminActor, id: RecordId): Promise<void> {
  await inTransaction(app, async (tx) => {
    const job = await discardJob(tx, id)
    if (job === null) throw notFound('JOB')
    await record(app, tx, actor, {
      event: 'JOB_DISCARDED',
      target: { type: 'job', id: job.uuid, name: job.name },
      metadata: { payload: job.payload, last_error: job.lastError },
    })
  })
}
