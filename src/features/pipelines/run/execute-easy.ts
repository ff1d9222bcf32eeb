import { matches } from '../../../ci/conditions.ts'
import type { Plan, PlannedJob } from '../../../ci/plan.ts'
import { branchOf, parseRefName } from '../../../core/ref-name.ts'
import { JobBook, type JobOutcome } from './job-book.ts'
import type { Vars } from './resolve-all.ts'
import type { Run } from './run.ts'
import { runJob } from './run-job.ts'

/** The fourth stage of the easy mode: every job as soon as those that it needs have succeeded. */
export async function executeEasy(run: Run, plan: Plan, vars: Vars): Promise<JobOutcome> {
  const book = new JobBook(run)
  await book.open(plan.jobs.map((job) => ({ ...job, steps: job.steps.map(({ name }) => name) })))
  const wanted = wantedJobs(run)
  const env = { ...plan.variables, ...vars.env }
  const happening = { event: run.pipeline.trigger_event, branch: await branchFor(run), changedPaths: null }
  const bring = async (job: PlannedJob, position: number, before: readonly Promise<void>[]): Promise<void> => {
    await Promise.all(before)
    if (!wanted(job) || !matches(job.when, happening) || !mayStart(book, plan, job, wanted)) {
      await book.note(position, 'skipped')
      return
    }
    const { secrets } = vars
    await run.app.jobTurns.run(String(run.repo.id), () => runJob(run, book, { job, position, env, secrets }))
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

/** Of one that is run again for its failed jobs only, those. */
function wantedJobs({ pipeline }: Run): (job: PlannedJob) => boolean {
  if (pipeline.only_jobs === null) return () => true
  const names = new Set(JSON.parse(pipeline.only_jobs) as string[])
  return ({ name }) => names.has(name)
}

/** The branch that it runs for; of a pull request, the one that it is to be merged into. */
async function branchFor({ app, pipeline }: Run): Promise<string | null> {
  if (pipeline.thread_id !== null) {
    const pull = await app.db
      .selectFrom('pulls')
      .select('target_branch')
      .where('thread_id', '=', pipeline.thread_id)
      .executeTakeFirst()
    return pull?.target_branch ?? null
  }
  const ref = parseRefName(pipeline.ref)
  return ref === null ? null : branchOf(ref)
}

/** A job that was left out on purpose stands in nobody's way; one that failed does, unless it may fail. */
function mayStart(book: JobBook, plan: Plan, { needs }: PlannedJob, wanted: (job: PlannedJob) => boolean): boolean {
  return needs.every((name) => {
    const job = plan.jobs.find((one) => one.name === name)
    if (job === undefined) return true
    const status = book.statusOf(name)
    const isForgiven = job.allowFailure && (status === 'failed' || status === 'timed_out')
    return status === 'success' || isForgiven || !wanted(job)
  })
}
