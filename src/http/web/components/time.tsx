import { useContext } from 'preact/hooks'
import { escapeHtml } from './line-html.ts'
import { Now } from './now.ts'
import { dueTime, exactTime, relativeTime } from './relative-time.ts'
import { written } from './static-html.ts'

/** Relative to the reader of the page, exact on hover; the script puts the title into the reader's own zone. */
export function Time({ at, isDue = false }: { at: string; isDue?: boolean }) {
  const now = useContext(Now)
  return written(timeHtml(at, now, isDue))
}

/** The same where rows are written as text. */
export function timeHtml(at: string, now: number, isDue = false): string {
  const words = isDue ? dueTime(at, now) : relativeTime(at, now)
  return `<time datetime="${escapeHtml(at)}" title="${escapeHtml(exactTime(at))}">${escapeHtml(words)}</time>`
}
