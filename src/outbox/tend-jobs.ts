// For whoever runs the service: which jobs there are, and another chance for those that have failed.
import { mapPage, type Page, type PageRequest } from '../core/page.ts'
import type { RecordId } from '../core/record-id.ts'
import type { Reader, Tx } from '../db/handle.ts'
import { readPage } from '../db/read-page.ts'
import { type Job, type JobState, jobColumns, toJob } from './jobs.ts'

export async function countJobs(reader: Reader): Promise<Record<JobState, number>> {
  const rows = await reader
    .selectFrom('jobs')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts: Record<JobState, number> = { ready: 0, running: 0, dead: 0 }
  for (const row of rows) counts[row.state] = Number(row.count)
  return counts
}

export async function listJobs(reader: Reader, state: JobState | null, request: PageRequest): Promise<Page<Job>> {
  const all = reader.selectFrom('jobs').select(jobColumns).orderBy('id', 'desc')
  return mapPage(await readPage(state === null ? all : all.where('state', '=', state), request), toJob)
}

/** A dead job gets all its attempts anew. */
export async function reviveJob(tx: Tx, id: RecordId): Promise<Job | null> {
  const query = tx.updateTable('jobs').set({ state: 'ready', run_at: tx.now, attempts: 0 }).where('state', '=', 'dead')
  const row = await ('uuid' in id ? query.where('uuid', '=', id.uuid) : query.where('id', '=', id.id))
    .returning(jobColumns)
    .executeTakeFirst()
  if (row === undefined) return null
  await tx.notify('jobs')
  return toJob(row)
}

/** Those of a kind that failed and wait for another attempt have it now, and all others after it. Says how many. */
export async function hurryJobs(tx: Tx, kind: string): Promise<number> {
  const { numUpdatedRows: hurried } = await tx
    .updateTable('jobs')
    .set({ run_at: tx.now, attempts: 0 })
    .where('state', '=', 'ready')
    .where('name', 'like', `${kind}.%`)
    .where('last_error', 'is not', null)
    .executeTakeFirst()
  if (hurried > 0n) await tx.notify('jobs')
  return Number(hurried)
}

export async function discardJob(tx: Tx, id: RecordId): Promise<Job | null> {
  const query = tx.deleteFrom('jobs').where('state', '=', 'dead')
  const row = await ('uuid' in id ? query.where('uuid', '=', id.uuid) : query.where('id', '=', id.id))
    .returning(jobColumns)
    .executeTakeFirst()
  return row === undefined ? null : toJob(row)
}
