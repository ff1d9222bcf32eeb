import { Button, LinkButton } from './button.tsx'
import type { ShownLog } from './log.tsx'

/** What can be done with a log. */
export function LogBar({ log: { at, hasError, stream, search, total, only } }: { log: ShownLog }) {
  const text = `${at}/logs.txt${only === null ? '' : `?job=${only.position}`}`
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
        {/* Which of these there are depends on how far it is: they are fetched again when that has changed. */}
        <span class="log-links" id="log-links" data-live>
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
            <LinkButton size="small" icon="download" href={text} label="Download the log as text">
              Text
            </LinkButton>
          )}
        </span>
      </div>
    </header>
  )
}

/** Which lines these are, where they are not all. */
export function LogParts({ log }: { log: ShownLog }) {
  const { at, first, last, total, only } = log
  if (only !== null) return <LogOfJob at={at} only={only} shown={countLines(log)} />
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

function countLines({ jobs }: ShownLog): number {
  return jobs.reduce((sum, { steps }) => sum + steps.reduce((lines, step) => lines + step.lines.length, 0), 0)
}

function LogOfJob({ at, only, shown }: { at: string; only: NonNullable<ShownLog['only']>; shown: number }) {
  const lines = only.total === 1 ? '1 line' : `${only.total.toLocaleString('en')} lines`
  return (
    <nav class="log-parts" aria-label="Parts of the log">
      <span class="break">
        {shown < only.total ? `The last ${shown.toLocaleString('en')} of ${lines}` : lines} of {only.name}
      </span>
      <a href={`${at}#log`}>All jobs</a>
    </nav>
  )
}
