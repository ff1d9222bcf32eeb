import type { Box } from '../../../ci/isolation/isolation.ts'
import type { PlannedJob } from '../../../ci/plan.ts'
import { jobsToRun } from '../jobs-to-run.ts'
import { baseEnv } from './job-env.ts'
import { realmOf } from './realm-of.ts'
import { Refused, type Run } from './run.ts'
import { sayLimit } from './say-limit.ts'

/** What a job that is needed has left, and where the job that needs it finds that. */
export interface Handed {
  readonly job: string
  readonly stored: string
  readonly at: string
}

interface FindCall {
  readonly job: PlannedJob
  readonly position: number
  /** Names of the jobs that are to leave something. */
  readonly leaving: ReadonlySet<string>
  /** Where it is put, if it does not lie on this machine. */
  readonly folder: string
}

/** Of the jobs that it names itself, in that order. */
export async function findArtifacts(
  run: Run,
  { job, position, leaving, folder }: FindCall,
): Promise<readonly Handed[]> {
  const handed: Handed[] = []
  const needs = new Set(job.needs)
  const whereRan = await findRuns(run, needs)
  let left = run.app.config.CI_DISK_MB * 1024 * 1024
  for (const needed of needs) {
    run.signal.throwIfAborted()
    const ran = whereRan.get(needed)
    const row = ran === undefined ? undefined : await newest(run, ran, needed)
    if (row === undefined) {
      // Its own log says why: nothing was there, or no room for it, or they have expired.
      if (leaving.has(needed)) run.log.say(`There are no artifacts of ${needed}`, position)
      continue
    }
    // Whoever may not push to the protected branch could have made them, and they would meet its variables here.
    if (realmOf(run) === 'protected' && row.realm !== 'protected') {
      run.log.say(
        `The artifacts of ${needed} were not made for a protected branch: run the whole pipeline again to have them`,
        position,
      )
      continue
    }
    if (!(await run.app.blobs.has(row.file, row.size))) throw new Refused(`The artifacts of ${needed} are lost`)
    // Nowhere would they fit unpacked, and brought from elsewhere they lie on this machine first.
    left -= row.size
    if (left < 0) throw new Refused(`The artifacts that ${job.name} needs are larger than a job may write (CI_DISK_MB)`)
    const stored = await run.app.blobs.bringTo(folder, row.file)
    handed.push({ job: needed, stored, at: `/svc/needs/${handed.length}.tar.gz` })
  }
  return handed
}

/**
 * One that is run again for its failed jobs leaves out what succeeded: that ran in the one before, or the one before that.
 * All of them are looked for on one way back, which may be long.
 */
async function findRuns({ app, pipeline }: Run, jobs: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  let one: { id: number; retry_of: number | null; only_jobs: string | null } | undefined = pipeline
  while (one !== undefined) {
    const { id } = one
    const its = jobsToRun(one)
    for (const job of jobs) if (!found.has(job) && its.has(job)) found.set(job, id)
    const before: number | null = one.retry_of
    if (found.size === jobs.size || before === null) break
    one = await app.db
      .selectFrom('pipelines')
      .select(['id', 'retry_of', 'only_jobs'])
      .where('id', '=', before)
      .executeTakeFirst()
  }
  return found
}

function newest({ app }: Run, pipelineId: number, job: string) {
  return (
    app.db
      .selectFrom('pipeline_artifacts')
      .innerJoin('blobs', 'blobs.id', 'pipeline_artifacts.blob_id')
      .select(['blobs.file', 'blobs.size', 'pipeline_artifacts.realm'])
      .where('pipeline_id', '=', pipelineId)
      .where('job_name', '=', job)
      // A job may have the name under which the gate leaves its document.
      .where('name', 'like', '%.tar.gz')
      .orderBy('pipeline_artifacts.id', 'desc')
      .executeTakeFirst()
  )
}

interface UnpackCall {
  readonly handed: readonly Handed[]
  readonly position: number
  readonly signal: AbortSignal
}

/** False when one of them cannot be had: to go on without it could ship half of something. */
export async function unpackArtifacts(run: Run, box: Box, { handed, position, signal }: UnpackCall): Promise<boolean> {
  for (const { job, at } of handed) {
    const argv = ['tar', '-xzf', at, '-C', '/workspace']
    const exit = await box.run({ argv, env: baseEnv(), signal, onOutput: () => undefined })
    if (exit.limit !== null) sayLimit(run, exit.limit, { position, step: null })
    const how = exit.code === 0 ? 'were brought' : 'could not be unpacked'
    run.log.say(`The artifacts of ${job} ${how}`, position)
    if (exit.code !== 0) return false
  }
  return true
}
