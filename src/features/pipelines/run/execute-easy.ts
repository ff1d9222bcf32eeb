import { waitingForHand } from '../../../ci/by-hand.ts'
import { pathWork, whyNotFor } from '../../../ci/conditions.ts'
import type { Plan, PlannedJob } from '../../../ci/plan.ts'
import { isBad } from '../../../core/bad-end.ts'
import { type JobsToRun, jobsToRun } from '../jobs-to-run.ts'
import { JobBook, type JobOutcome } from './job-book.ts'
import { changesOf, originOf } from './origin-of.ts'
import type { Vars } from './resolve-all.ts'
import type { Run } from './run.ts'
import { runJob } from './run-job.ts'

/** The fourth stage of the easy mode: every job as soon as those that it needs have succeeded. */
export async function executeEasy(run: Run, plan: Plan, vars: Vars): Promise<JobOutcome> {
  const origin = await originOf(run)
  const { branch, tag } = origin
  const changedPaths = plan.jobs.some(({ when }) => when.path !== null) ? await changesOf(run) : null
  const happening = { event: run.pipeline.trigger_event, branch, tag, changedPaths, work: pathWork() }
  // What is not for this pipeline waits for nobody.
  const jobs = plan.jobs.map((job) =>
    job.isManual ? { ...job, isManual: whyNotFor(job.when, happening) === null } : job,
  )
  const book = new JobBook(run)
  await book.open(jobs.map((job) => ({ ...job, steps: job.steps.map(({ name }) => name) })))
  const wanted = jobsToRun(run.pipeline)
  if (wanted.names?.length === 0)
    run.log.say('No changed file is one that this pipeline is for: there is nothing to do')
  const env = { ...plan.variables, ...vars.env }
  const leaving = new Set(jobs.flatMap(({ name, artifacts }) => (artifacts === null ? [] : [name])))
  const needed = new NeededJobs(book, jobs, wanted)
  const waiting = waitingForHand(jobs)
  const whyNot = (job: PlannedJob): string | null => {
    const isAskedFor = wanted.names?.includes(job.name) === true
    if (!isAskedFor && waiting.has(job.name)) return waitsFor(job, waiting)
    // What is for a failure, or for either end, has its turn again whenever others have.
    const hasTurn = wanted.has(job.name) || (job.after !== 'success' && job.needs.some((name) => wanted.has(name)))
    if (!hasTurn) return 'it is not among the jobs that are run again'
    return whyNotFor(job.when, happening) ?? needed.whyNot(job)
  }
  const bring = async (job: PlannedJob, position: number, before: readonly Promise<void>[]): Promise<void> => {
    await Promise.all(before)
    const why = whyNot(job)
    if (why !== null) {
      // Where there is nothing to do, that was said once for all.
      if (wanted.names?.length !== 0) run.log.say(`Skipped: ${why}`, position)
      await book.note(position, 'skipped')
      return
    }
    const { secrets } = vars
    const own = { ...env, CI_NEEDS_STATUS: needed.haveFailed(job) ? 'failure' : 'success' }
    await run.app.jobTurns.run(String(run.repo.id), () =>
      runJob(run, book, { job, position, origin, env: own, secrets, leaving }),
    )
  }
  const ends = new Map<string, Promise<void>>()
  for (const [position, job] of jobs.entries()) {
    // They stand in an order in which each comes behind those that it needs.
    const before = job.needs.flatMap((name) => ends.get(name) ?? [])
    ends.set(job.name, bring(job, position, before))
  }
  const all = await Promise.allSettled(ends.values())
  const broken = all.find((one) => one.status === 'rejected')
  if (broken !== undefined) throw broken.reason
  return book.outcome()
}

function waitsFor({ needs, isManual }: PlannedJob, waiting: ReadonlySet<string>): string {
  if (isManual) return 'it waits until somebody runs it'
  return `it needs ${needs.filter((name) => waiting.has(name)).join(', ')}, which waits until somebody runs it`
}

/** How those have ended that a job needs. */
class NeededJobs {
  readonly #book: JobBook
  readonly #jobs: ReadonlyMap<string, PlannedJob>
  readonly #wanted: JobsToRun
  /** Skipped because others have failed. */
  readonly #heldUp = new Set<string>()

  constructor(book: JobBook, jobs: readonly PlannedJob[], wanted: JobsToRun) {
    this.#book = book
    this.#jobs = new Map(jobs.map((job) => [job.name, job]))
    this.#wanted = wanted
  }

  whyNot(job: PlannedJob): string | null {
    if (job.after === 'either') return null
    if (job.after === 'failure') return this.haveFailed(job) ? null : 'nothing that it needs has failed'
    const missing = job.needs.filter((name) => this.#isInTheWay(name))
    if (missing.length === 0) return null
    if (this.haveFailed(job)) this.#heldUp.add(job.name)
    return `it needs ${missing.join(', ')}, which did not succeed`
  }

  haveFailed(job: PlannedJob): boolean {
    return job.needs.some((name) => {
      return (isBad(this.#book.statusOf(name)) && !this.#mayFail(name)) || this.#heldUp.has(name)
    })
  }

  /** A job that was left out on purpose stands in nobody's way; one that failed does, unless it may fail. */
  #isInTheWay(name: string): boolean {
    if (!this.#jobs.has(name)) return false
    const status = this.#book.statusOf(name)
    const isForgiven = this.#mayFail(name) && isBad(status)
    return status !== 'success' && !isForgiven && this.#wanted.has(name)
  }

  #mayFail(name: string): boolean {
    return this.#jobs.get(name)?.allowFailure === true
  }
}
