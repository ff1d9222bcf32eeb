import { Button, LinkButton } from './button.tsx'
import { Duration } from './duration.tsx'
import { Icon } from './icon.tsx'
import type { JobState } from './job-list.tsx'
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
      data-whole={log.first === 1 && log.last >= log.total && search === null ? '' : undefined}
    >
      <LogBar log={log} />
      {search === null ? (
        <>
          <LogParts log={log} />
          <LogBody log={log} />
          <p class="log-live" role="status" hidden={log.stream === null} data-live-note>
            {log.stream !== null && 'It is still running: new lines appear here.'}
          </p>
          <div id="log-end" tabindex={-1} />
        </>
      ) : (
        <div class="log-body" tabindex={0} role="group" aria-label="Lines that were found">
          <p class="log-note">
            {search.isCut ? 'More than 500 lines' : count(search.lines.length)} with “{search.text}”.{' '}
            <a href={`${at}#log`}>Back to the whole log</a>
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

function LogBar({ log: { at, hasError, stream, search, total } }: { log: ShownLog }) {
  return (
    <header class="log-bar">
      <h2 id="log-title">Log</h2>
      <form class="log-search" method="get" action={`${at}#log`} role="search" aria-label="In the log">
        <input
          class="input"
          type="search"
          name="q"
          value={search?.text ?? ''}
          placeholder="Find in the log"
          aria-label="Find in the log"
          maxlength={200}
          autocomplete="off"
        />
        <Button size="small" icon="search">
          Find
        </Button>
        <output class="log-hits" aria-live="polite" />
      </form>
      <div class="log-tools">
        <label class="log-choice">
          <input type="checkbox" id="log-wrap" checked /> Wrap
        </label>
        <label class="log-choice">
          <input type="checkbox" id="log-times" /> Times <span class="muted">UTC</span>
        </label>
        {hasError && (
          <LinkButton size="small" icon="alert" href={`${at}?jump=error`}>
            First error
          </LinkButton>
        )}
        {stream !== null && (
          <LinkButton size="small" icon="arrow-down" href="#log-end">
            Follow
          </LinkButton>
        )}
        {total > 0 && (
          <LinkButton size="small" icon="download" href={`${at}/logs.txt`} label="Download the log as text">
            Text
          </LinkButton>
        )}
      </div>
    </header>
  )
}

/** Which lines these are, where they are not all. */
function LogParts({ log: { at, first, last, total } }: { log: ShownLog }) {
  if (first === 1 && last >= total) return null
  const size = Math.max(1, last - first + 1)
  return (
    <nav class="log-parts" aria-label="Parts of the log">
      <span>
        Lines {first.toLocaleString('en')} to {last.toLocaleString('en')} of {total.toLocaleString('en')}
      </span>
      {first > 1 && <a href={`${at}?from=1#log`}>First</a>}
      {first > 1 && <a href={`${at}?from=${Math.max(1, first - size)}#log`}>Earlier</a>}
      {last < total && <a href={`${at}?from=${last + 1}#log`}>Later</a>}
      {last < total && <a href={`${at}#log-end`}>Last</a>}
    </nav>
  )
}

function LogBody({ log: { jobs, lineBase, stream } }: { log: ShownLog }) {
  return (
    <div class="log-body" tabindex={0} role="group" aria-label="What was written">
      {jobs.length === 0 && (
        <p class="log-note log-nothing">{stream === null ? 'Nothing was written.' : 'Nothing was written yet.'}</p>
      )}
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
