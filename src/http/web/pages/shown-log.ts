import { iso } from '../../../core/iso-time.ts'
import type { LogLine } from '../../../features/pipelines/log-line.ts'
import type { PipelineDetail } from '../../../features/pipelines/pipeline.ts'
import type { JobLog } from '../../../features/pipelines/read-job-log.ts'
import type { LogPart } from '../../../features/pipelines/read-log-part.ts'
import type { JobState, ShownJob } from '../components/job-list.tsx'
import type { LogJob, LogStep, ShownLog } from '../components/log.tsx'
import type { ShownLine } from '../components/log-text.tsx'
import type { ShownPipeline } from '../views/pipeline.tsx'

/** With no more lines than this nothing needs to be folded away. */
const fewLines = 400

export function shownLine({ number, at, stream, text }: LogLine): ShownLine {
  return { number, clock: iso(at).slice(11, 19), stream, text }
}

/** Each job counts its own lines, as its reader does; what they are linked to by counts those of all. */
function numbersInJobs(lines: readonly LogLine[]): ReadonlyMap<number, number> {
  const counts = new Map<number | null, number>()
  return new Map(
    lines.map(({ number, job }) => {
      const inJob = (counts.get(job) ?? 0) + 1
      counts.set(job, inJob)
      return [number, inJob]
    }),
  )
}

/** Lines by job and step, in the order of the file; a part of a log has no others than those with lines in it. */
function groupLines(shown: ShownPipeline, log: LogPart): readonly LogJob[] {
  const isWhole = log.first === 1 && log.last >= log.total
  const numbers = isWhole ? numbersInJobs(log.lines) : null
  const lines = Map.groupBy(log.lines, ({ job, step }) => `log-${job ?? 'p'}-${step ?? 'r'}`)
  const hasBad = shown.jobs.some(({ status }) => isLoud(status))
  const isOpen = (status: JobState | null): boolean =>
    status !== null && isLoud(status) ? true : !hasBad && log.lines.length <= fewLines
  const take = (step: Omit<LogStep, 'lines' | 'isOpen'>): readonly LogStep[] => {
    const own = lines.get(step.id) ?? []
    const isDue = isWhole && step.status !== null && step.status !== 'pending' && step.status !== 'skipped'
    if (own.length === 0 && !isDue) return []
    return [
      {
        ...step,
        isOpen: isOpen(step.status),
        lines: own.map((line) => ({ ...shownLine(line), inJob: numbers?.get(line.number) })),
      },
    ]
  }
  const runner = (job: number | 'p', hasSteps: boolean): readonly LogStep[] => {
    const id = `log-${job}-r`
    const steps = take({ id, name: 'Runner', status: null, exitCode: null, durationMs: null })
    return steps.map((step) => ({ ...step, isOpen: !hasSteps }))
  }
  const whole: LogJob = { id: 'log-p', name: 'Pipeline', status: null, durationMs: null, steps: runner('p', false) }
  const jobs = shown.jobs.map((job): LogJob => {
    const steps = job.steps.flatMap((step, index) => take({ id: `log-${job.position}-${index}`, ...step }))
    const { name, status, durationMs, position } = job
    return { id: `log-${position}`, name, status, durationMs, steps: [...runner(position, steps.length > 0), ...steps] }
  })
  return [whole, ...jobs].filter(({ steps }) => steps.length > 0)
}

/** What somebody comes to look at. */
function isLoud(status: JobState): boolean {
  return status === 'failed' || status === 'timed_out' || status === 'running'
}

export function shownLog(
  at: string,
  stream: string,
  { pipeline, shown, log }: { pipeline: PipelineDetail; shown: ShownPipeline; log: LogPart },
): Omit<ShownLog, 'search' | 'only'> {
  const { status } = pipeline
  // Somebody who looks at a part in the middle is not sent to its end.
  const isAtEnd = log.last >= log.total
  return {
    at,
    jobs: groupLines(shown, log),
    first: log.first,
    last: log.last,
    total: log.total,
    lineBase: log.first === 1 && isAtEnd ? '' : `?from=${log.first}`,
    hasError: pipeline.finishedAt !== null && status !== 'success' && status !== 'canceled' && log.total > 0,
    stream: pipeline.finishedAt === null && status !== 'blocked' && isAtEnd ? `${stream}?after=${log.last}` : null,
  }
}

function opened(job: LogJob): LogJob {
  return { ...job, steps: job.steps.map((step) => ({ ...step, isOpen: true })) }
}

/** Of one job alone, as far as it was by now: what is added is seen in the log of all. */
export function shownJobLog(
  at: string,
  { shown, log, job }: { shown: ShownPipeline; log: JobLog; job: ShownJob },
): Omit<ShownLog, 'search'> {
  const first = log.lines[0]?.number ?? 1
  const last = log.lines.at(-1)?.number ?? 0
  return {
    at,
    jobs: groupLines(shown, { lines: log.lines, first, last, total: Number.POSITIVE_INFINITY }).map(opened),
    first,
    last,
    total: log.total,
    lineBase: `?job=${job.position}`,
    hasError: false,
    stream: null,
    only: { position: job.position, name: job.name, total: log.total },
  }
}
