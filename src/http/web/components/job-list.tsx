import { Button } from './button.tsx'
import { Duration } from './duration.tsx'
import { type Status, StatusIcon, statusWord } from './status-label.tsx'

export type JobState = Extract<
  Status,
  'pending' | 'running' | 'success' | 'failed' | 'canceled' | 'timed_out' | 'skipped' | 'by-hand'
>

/** Where the log of a job, or of one of its steps, is. */
export type LogOf = (job: number) => string

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
  /** It waits for somebody, and for nothing else. */
  isReady: boolean
  /** Null where it ran once. */
  attempt: { number: number; of: number } | null
  steps: readonly ShownStep[]
  /** When it ran, in hundredths of the whole time. */
  bar: { start: number; width: number } | null
}

type JobListProps = {
  jobs: readonly ShownJob[]
  /** Where the log of one is. */
  logOf: LogOf
  /** Where the log says that one was tried again; left out where it is not kept. */
  triedAgainAt?: LogOf | undefined
  /** Where one that waits for somebody is run; left out for those who may not. */
  runAt?: string | undefined
}

/** Every job on a line: how it went, when and how long it ran. */
export function JobList({ jobs, logOf, triedAgainAt, runAt }: JobListProps) {
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
            {job.attempt !== null && (
              <span>
                attempt {job.attempt.number} of {job.attempt.of}
                {triedAgainAt && (
                  <>
                    {' ('}
                    <a href={triedAgainAt(job.position)} aria-label={`Why ${job.name} was tried again`}>
                      why
                    </a>
                    )
                  </>
                )}
              </span>
            )}
            {job.allowFailure && <span>allowed to fail</span>}
            {job.needs.length > 0 && <span class="break">after {job.needs.join(', ')}</span>}
          </span>
          <svg class={`job-bar job-${job.status}`} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect class="job-bar-ground" x="0" y="1.5" width="100" height="1" />
            {job.bar !== null && <rect x={job.bar.start} y="0" width={job.bar.width} height="4" />}
          </svg>
          {job.isReady && runAt !== undefined ? (
            <form method="post" action={runAt} class="job-run">
              <Button name="job" value={job.name} icon="play" size="small" label={`Run ${job.name}`}>
                Run
              </Button>
            </form>
          ) : (
            <span class="job-time">
              {job.durationMs === null ? '–' : <Duration ms={job.durationMs} isRunning={job.status === 'running'} />}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
