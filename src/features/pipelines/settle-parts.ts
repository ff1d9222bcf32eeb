import type { JobStatus, JobStep, Stage } from './pipeline.ts'

/** Of a pipeline that somebody has ended: the stage that was under way is over, what had not begun will not begin. */
export function settleStages(stages: readonly Stage[]): readonly Stage[] {
  return stages.map((stage) => {
    if (stage.status === 'running') return { ...stage, status: 'canceled' }
    return stage.status === 'pending' ? { ...stage, status: 'skipped' } : stage
  })
}

/** The same of a job, by what it came to: a step that goes on when all else went well was left behind. */
export function settleSteps(steps: readonly JobStep[], job: JobStatus, now: number): JobStep[] {
  const left = job === 'failed' || job === 'timed_out' ? job : 'canceled'
  return steps.map((step) => {
    if (step.status === 'running') return { ...step, status: left, finishedAt: now }
    return step.status === 'pending' ? { ...step, status: 'skipped' } : step
  })
}
