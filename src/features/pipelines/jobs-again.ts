import { waitingForHand, withFollowers } from '../../ci/by-hand.ts'
import { conflict, invalidField } from '../../core/errors.ts'
import type { JobsToRun } from './jobs-to-run.ts'
import type { PipelineDetail, PipelineJob } from './pipeline.ts'

/** All of its jobs, those that did not succeed, or one with what follows it. */
export type Again = 'all' | 'failed' | { readonly job: string }

/** Undefined: whatever the file says. `wanted`: those that the old pipeline was for. */
export function jobsAgain(again: Again, old: PipelineDetail, wanted: JobsToRun): readonly string[] | undefined {
  if (again === 'all') return undefined
  if (again !== 'failed') return jobAndFollowers(again.job, old)
  if (old.status === 'success') throw conflict('Nothing in this pipeline has failed: run all of it again')
  const failed = failedJobs(old, wanted)
  return failed.length > 0 ? failed : undefined
}

/** What that one left out has succeeded before it. Where it got no job at all, all that it should have run. */
function failedJobs({ jobs }: PipelineDetail, wanted: JobsToRun): readonly string[] {
  if (jobs.length === 0) return wanted.names ?? []
  const waiting = waitingForHand(jobs)
  const hadTurn = (name: string): boolean =>
    waiting.has(name) ? wanted.names?.includes(name) === true : wanted.has(name)
  return jobs.filter(({ name, status }) => status !== 'success' && hadTurn(name)).map(({ name }) => name)
}

/**
 * Only where all that was to run has succeeded: a new pipeline speaks for its commit, and one of a job alone would hide what
 * failed beside it from whoever waits for the check.
 */
function jobAndFollowers(name: string, { mode, status, jobs }: PipelineDetail): readonly string[] {
  if (mode === 'power') throw conflict('The module says itself what runs: run all of it again')
  const job = jobs.find((one) => one.name === name)
  if (job === undefined) throw invalidField('job', 'unknown', 'is none of the jobs of this pipeline')
  if (status !== 'success') throw conflict('Not everything in this pipeline has succeeded: run what failed again first')
  const waiting = waitingForHand(jobs)
  const isMissing = (one: PipelineJob): boolean =>
    job.needs.includes(one.name) && waiting.has(one.name) && one.status !== 'success'
  const missing = jobs.filter(isMissing).map((one) => one.name)
  if (missing.length > 0) throw conflict(`${name} needs ${missing.join(', ')}, which waits to be run: run that first`)
  return withFollowers(jobs, name)
}
