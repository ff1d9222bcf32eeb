import { Duration } from './duration.tsx'
import { Icon } from './icon.tsx'
import type { JobState } from './job-list.tsx'
import { LogBar, LogParts } from './log-bar.tsx'
import { LogLine, type ShownLine } from './log-text.tsx'
import { StatusIcon, statusWord } from './status-label.tsx'

export type LogStep = {
  /** `log-{job}-{step}`. */
  id: string
  name: string
  status: JobState | null
  exitCode: number | null
  durationMs: number | null
  isOpen: boolean
  lines: readonly ShownLine[]
}

export type LogJob = {
  /** `log-{job}`. */
  id: string
  name: string
  status: JobState | null
  durationMs: number | null
  steps: readonly LogStep[]
}

export type ShownLog = {
  /** The pipeline's own address. */
  at: string
  jobs: readonly LogJob[]
  /** Lines of this part, and how many there are in all. */
  first: number
  last: number
  total: number
  /** In front of `#L12`, where the part is not the one that is shown without being asked for. */
  lineBase: string
  /** Something failed that can be looked for. */
  hasError: boolean
  /** Where lines come from as long as it runs; null once it has ended. */
  stream: string | null
  /** The one job that it is of, and how many lines that has; null: all of them. */
  only: { position: number; name: string; total: number } | null
  search: { text: string; lines: readonly ShownLine[]; isCut: boolean } | null
}

export function Log({ log }: { log: ShownLog }) {
  const { at, search } = log
  return (
    <section
      class="panel log"
      id="log"
      aria-labelledby="log-title"
      data-log={log.stream ?? ''}
      data-total={log.total}
      data-whole={log.first === 1 && log.last >= log.total && search === null && log.only === null ? '' : undefined}
    >
      <LogBar log={log} />
      {search === null ? (
        <>
          <LogParts log={log} />
          <LogBody log={log} />
          <p class="log-live" role="status" hidden={log.stream === null} data-live-note>
            {log.stream !== null && 'New lines appear here as they come.'}
          </p>
          <div id="log-end" tabindex={-1} />
        </>
      ) : (
        <div class="log-body" tabindex={0} role="group" aria-label="Matching lines">
          <p class="log-note">
            {foundIn(search)} with “{search.text}”. <a href={`${at}#log`}>Back to the whole log</a>
          </p>
          <div class="log-lines">
            {search.lines.map((line) => (
              <LogLine key={line.number} line={line} base={`?from=${Math.max(1, line.number - 30)}`} />
            ))}
          </div>
        </div>
      )}
    </section>
  )
}

function foundIn({ lines, isCut }: { lines: readonly ShownLine[]; isCut: boolean }): string {
  if (!isCut) return count(lines.length)
  return lines.length < 500
    ? `${count(lines.length)} in the part searched within the time limit`
    : 'More than 500 lines'
}

function LogBody({ log: { jobs, lineBase, stream } }: { log: ShownLog }) {
  return (
    <div class="log-body" tabindex={0} role="group" aria-label="Output">
      {jobs.length === 0 && <p class="log-note log-nothing">{stream === null ? 'No output.' : 'No output yet.'}</p>}
      {jobs.map((job) => (
        <details key={job.id} class="log-job" id={job.id} open>
          <LogHead id={`${job.id}-head`} part={job} />
          {job.steps.map((step) => (
            <details key={step.id} class="log-step" id={step.id} open={step.isOpen}>
              <LogHead id={`${step.id}-head`} part={step} />
              <div class="log-lines">
                {step.lines.map((line) => (
                  <LogLine key={line.number} line={line} base={lineBase} />
                ))}
              </div>
            </details>
          ))}
        </details>
      ))}
    </div>
  )
}

type Part = Pick<LogJob, 'name' | 'status' | 'durationMs'> & { exitCode?: number | null }

/** Replaced by the script when something about it has changed. */
function LogHead({ id, part: { name, status, durationMs, exitCode } }: { id: string; part: Part }) {
  return (
    <summary class="log-head" id={id} data-live>
      <Icon name="chevron-right" class="log-fold" />
      {status !== null && <StatusIcon status={status} silent />}
      <span class="log-name">{name}</span>
      {status !== null && <span class="sr-only">{statusWord(status)}</span>}
      <span class="log-facts muted">
        {exitCode !== null && exitCode !== undefined && exitCode !== 0 && <span>exit code {exitCode}</span>}
        {durationMs !== null && <Duration ms={durationMs} isRunning={status === 'running'} />}
      </span>
    </summary>
  )
}

function count(lines: number): string {
  if (lines === 0) return 'No line'
  return lines === 1 ? '1 line' : `${lines} lines`
}
