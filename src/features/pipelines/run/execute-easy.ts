import { pathWork, whyNotFor } from '../../../ci/conditions.ts'
import type { Plan, PlannedJob } from '../../../ci/plan.ts'
import { type JobsToRun, jobsToRun } from '../jobs-to-run.ts'
import { JobBook, type JobOutcome } from './job-book.ts'
import { changesOf, originOf } from './origin-of.ts'
import type { Vars } from './resolve-all.ts'
import type { Run } from './run.ts'
import { runJob } from './run-job.ts'

/** The fourth stage of the easy mode: every job as soon as those that it needs have succeeded. */
export async function executeEasy(run: Run, plan: Plan, vars: Vars): Promise<JobOutcome> {
  const book = new JobBook(run)
  await book.open(plan.jobs.map((job) => ({ ...job, steps: job.steps.map(({ name }) => name) })))
  const wanted = jobsToRun(run.pipeline)
  if (wanted.names?.length === 0)
    run.log.say('No changed file is one that this pipeline is for: there is nothing to do')
  const env = { ...plan.variables, ...vars.env }
  const leaving = new Set(plan.jobs.flatMap(({ name, artifacts }) => (artifacts === null ? [] : [name])))
  const origin = await originOf(run)
  const changedPaths = plan.jobs.some(({ when }) => when.path !== null) ? await changesOf(run) : null
  const { branch, tag } = origin
  const happening = { event: run.pipeline.trigger_event, branch, tag, changedPaths, work: pathWork() }
  const needed = new NeededJobs(book, plan, wanted)
  const bring = async (job: PlannedJob, position: number, before: readonly Promise<void>[]): Promise<void> => {
    await Promise.all(before)
    // What is for a failure, or for either end, has its turn again whenever others have.
    const why =
      wanted.has(job.name) || (job.after !== 'success' && job.needs.some((name) => wanted.has(name)))
        ? (whyNotFor(job.when, happening) ?? needed.whyNot(job))
        : 'it succeeded in the pipeline that this one repeats'
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
  for (const [position, job] of plan.jobs.entries()) {
    // They stand in an order in which each comes behind those that it needs.
    const before = job.needs.flatMap((name) => ends.get(name) ?? [])
    ends.set(job.name, bring(job, position, before))
  }
  const all = await Promise.allSettled(ends.values())
  const broken = all.find((one) => one.status === 'rejected')
  if (broken !== undefined) throw broken.reason
  return book.outcome()
}

/** How those have ended that a job needs. */
class NeededJobs {
  readonly #book: JobBook
  readonly #jobs: ReadonlyMap<string, PlannedJob>
  readonly #wanted: JobsToRun
  /** Skipped because others have failed. */
  readonly #heldUp = new Set<string>()

  constructor(book: JobBook, plan: Plan, wanted: JobsToRun) {
    this.#book = book
    this.#jobs = new Map(plan.jobs.map((job) => [job.name, job]))
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
      const status = this.#book.statusOf(name)
      const isBad = status === 'failed' || status === 'timed_out'
      return (isBad && !this.#mayFail(name)) || this.#heldUp.has(name)
    })
  }

  /** A job that was left out on purpose stands in nobody's way; one that failed does, unless it may fail. */
  #isInTheWay(name: string): boolean {
    if (!this.#jobs.has(name)) return false
    const status = this.#book.statusOf(name)
    const isForgiven = this.#mayFail(name) && (status === 'failed' || status === 'timed_out')
    return status !== 'success' && !isForgiven && this.#wanted.has(name)
  }

  #mayFail(name: string): boolean {
    return this.#jobs.get(name)?.allowFailure === true
  }
}
