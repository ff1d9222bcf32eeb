import { Duration } from './duration.tsx'
import { type Status, StatusIcon, statusWord } from './status-label.tsx'

export type JobState = Extract<
  Status,
  'pending' | 'running' | 'success' | 'failed' | 'canceled' | 'timed_out' | 'skipped'
>

/** Where the log of a job, or of one of its steps, is. */
export type LogOf = (job: number, step?: number) => string

export type ShownStep = {
  name: string
  status: JobState
  exitCode: number | null
  durationMs: number | null
}

export type ShownJob = ShownStep & {
  position: number
  needs: readonly string[]
  allowFailure: boolean
  steps: readonly ShownStep[]
  /** When it ran, in hundredths of the whole time. */
  bar: { start: number; width: number } | null
}

/** Every job on a line: how it went, when and how long it ran. `logOf`: where the log of one is. */
export function JobList({ jobs, logOf }: { jobs: readonly ShownJob[]; logOf: LogOf }) {
  return (
    <ol class="jobs" role="list" aria-label="Jobs">
      {jobs.map((job) => (
        <li key={job.position} class="job">
          <StatusIcon status={job.status} silent />
          <a class="job-name" href={logOf(job.position)}>
            {job.name}
          </a>
          <span class="job-facts muted">
            <span class="pipeline-word">{statusWord(job.status)}</span>
            {job.exitCode !== null && job.exitCode !== 0 && <span>exit code {job.exitCode}</span>}
            {job.allowFailure && <span>allowed to fail</span>}
            {job.needs.length > 0 && <span class="break">after {job.needs.join(', ')}</span>}
          </span>
          <svg class={`job-bar job-${job.status}`} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect class="job-bar-ground" x="0" y="1.5" width="100" height="1" />
            {job.bar !== null && <rect x={job.bar.start} y="0" width={job.bar.width} height="4" />}
          </svg>
          <span class="job-time">
            {job.durationMs === null ? '–' : <Duration ms={job.durationMs} isRunning={job.status === 'running'} />}
          </span>
        </li>
      ))}
    </ol>
  )
}
