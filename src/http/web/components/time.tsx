import { useContext } from 'preact/hooks'
import { escapeHtml } from './line-html.ts'
import { Now } from './now.ts'
import { dueTime, exactTime, relativeTime } from './relative-time.ts'

/** Relative to the reader of the page, exact on hover; the script puts the title into the reader's own zone. */
export function Time({ at, isDue = false }: { at: string; isDue?: boolean }) {
  const now = useContext(Now)
  return (
    <time datetime={at} title={exactTime(at)}>
      {isDue ? dueTime(at, now) : relativeTime(at, now)}
    </time>
  )
}

/** The same where rows are written as text. */
export function timeHtml(at: string, now: number): string {
  return `<time datetime="${escapeHtml(at)}" title="${escapeHtml(exactTime(at))}">${escapeHtml(relativeTime(at, now))}</time>`
}
