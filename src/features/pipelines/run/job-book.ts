import type { Tx } from '../../../db/handle.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { uuid } from '../../../db/uuid.ts'
import { isHeld } from '../lease.ts'
import type { Attempt, JobStatus, JobStep } from '../pipeline.ts'
import { settleSteps } from '../settle-parts.ts'
import { Over, type Run } from './run.ts'

/** What the jobs of a pipeline come to. */
export type JobOutcome = 'success' | 'failed' | 'timed_out'

export interface NewJob {
  readonly name: string
  readonly needs: readonly string[]
  readonly allowFailure: boolean
  readonly isManual: boolean
  readonly steps: readonly string[]
}

interface Entry extends NewJob {
  readonly position: number
  status: JobStatus
  exitCode: number | null
  startedAt: number | null
  finishedAt: number | null
  states: JobStep[]
}

/** The jobs of one pipeline as the database knows them. Every note is written under the lease. */
export class JobBook {
  readonly #run: Run
  readonly #jobs: Entry[] = []

  constructor(run: Run) {
    this.#run = run
  }

  /** Once, at the beginning: what a worker before us has left is replaced. */
  async open(jobs: readonly NewJob[]): Promise<void> {
    const { pipeline } = this.#run
    await this.#write(async (tx) => {
      await tx.deleteFrom('pipeline_jobs').where('pipeline_id', '=', pipeline.id).execute()
    })
    for (const job of jobs) await this.add(job)
  }

  /** Returns its position. */
  async add(job: NewJob): Promise<number> {
    const steps = job.steps.map((name): JobStep => ({ name, status: 'pending', ...notRun }))
    const entry: Entry = { ...job, position: this.#jobs.length, status: 'pending', ...notRun, states: steps }
    this.#jobs.push(entry)
    await this.#write(async (tx) => {
      await tx
        .insertInto('pipeline_jobs')
        .values({
          uuid: uuid(),
          pipeline_id: this.#run.pipeline.id,
          position: entry.position,
          name: job.name,
          needs: JSON.stringify(job.needs),
          allow_failure: job.allowFailure ? 1 : 0,
          is_manual: job.isManual ? 1 : 0,
          status: 'pending',
          steps: JSON.stringify(steps),
        })
        .execute()
    })
    return entry.position
  }

  async note(position: number, status: JobStatus, exitCode: number | null = null): Promise<void> {
    const job = this.#at(position)
    const now = this.#run.app.clock.now()
    job.status = status
    job.exitCode = exitCode
    if (status === 'running') job.startedAt ??= now
    else {
      job.finishedAt = now
      job.states = settleSteps(job.states, status, now)
    }
    await this.#save(job)
  }

  /** It has failed, and begins anew: it has run since the first time. */
  async noteAttempt(position: number, attempt: Attempt): Promise<void> {
    const job = this.#at(position)
    job.states = job.states.map(({ name }): JobStep => ({ name, status: 'pending', ...notRun, attempt }))
    await this.#save(job)
  }

  async noteStep(position: number, index: number, status: JobStatus, exitCode: number | null = null): Promise<void> {
    const job = this.#at(position)
    const step = job.states[index]
    if (step === undefined) return
    const now = this.#run.app.clock.now()
    const times = status === 'running' ? { startedAt: now } : { finishedAt: now }
    job.states = job.states.with(index, { ...step, status, exitCode, ...times })
    await this.#save(job)
  }

  /** For steps that only show up while the job runs. Returns its index. */
  async addStep(position: number, name: string): Promise<number> {
    const job = this.#at(position)
    job.states = [...job.states, { name, status: 'pending', ...notRun }]
    await this.#save(job)
    return job.states.length - 1
  }

  /** Of all jobs together; those that may fail do not count. */
  outcome(): JobOutcome {
    const counting = this.#jobs.filter((job) => !job.allowFailure)
    if (counting.some((job) => job.status === 'timed_out')) return 'timed_out'
    return counting.some((job) => job.status === 'failed' || job.status === 'canceled') ? 'failed' : 'success'
  }

  statusOf(name: string): JobStatus {
    return this.#jobs.find((job) => job.name === name)?.status ?? 'skipped'
  }

  #at(position: number): Entry {
    const job = this.#jobs[position]
    if (job === undefined) throw new Error(`There is no job ${position}`)
    return job
  }

  async #save(job: Entry): Promise<void> {
    await this.#write(async (tx) => {
      await tx
        .updateTable('pipeline_jobs')
        .set({
          status: job.status,
          exit_code: job.exitCode,
          steps: JSON.stringify(job.states),
          started_at: job.startedAt,
          finished_at: job.finishedAt,
        })
        .where('pipeline_id', '=', this.#run.pipeline.id)
        .where('position', '=', job.position)
        .execute()
    })
  }

  async #write(work: (tx: Tx) => Promise<void>): Promise<void> {
    const { app, pipeline } = this.#run
    const held = await inTransaction(app, async (tx) => {
      if (!(await isHeld(tx, pipeline))) return false
      await work(tx)
      await tx.notify('pipelines', String(pipeline.id))
      return true
    })
    if (!held) throw new Over('lost')
  }
}

const notRun = { exitCode: null, startedAt: null, finishedAt: null }
