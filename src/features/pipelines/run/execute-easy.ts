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
  const bring = async (job: PlannedJob, position: number, before: readonly Promise<void>[]): Promise<void> => {
    await Promise.all(before)
    const why = wanted.has(job.name)
      ? (whyNotFor(job.when, happening) ?? whyHeldUp(book, plan, job, wanted))
      : 'it succeeded in the pipeline that this one repeats'
    if (why !== null) {
      // Where there is nothing to do, that was said once for all.
      if (wanted.names?.length !== 0) run.log.say(`Skipped: ${why}`, position)
      await book.note(position, 'skipped')
      return
    }
    const { secrets } = vars
    await run.app.jobTurns.run(String(run.repo.id), () =>
      runJob(run, book, { job, position, origin, env, secrets, leaving }),
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

/** A job that was left out on purpose stands in nobody's way; one that failed does, unless it may fail. */
function whyHeldUp(book: JobBook, plan: Plan, { needs }: PlannedJob, wanted: JobsToRun): string | null {
  const missing = needs.filter((name) => {
    const job = plan.jobs.find((one) => one.name === name)
    if (job === undefined) return false
    const status = book.statusOf(name)
    const isForgiven = job.allowFailure && (status === 'failed' || status === 'timed_out')
    return status !== 'success' && !isForgiven && wanted.has(name)
  })
  return missing.length === 0 ? null : `it needs ${missing.join(', ')}, which did not succeed`
}
