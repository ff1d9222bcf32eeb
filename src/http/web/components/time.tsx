import { useContext } from 'preact/hooks'
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
