import { hasTurns, turnedLines } from '../../../core/show-unseen.ts'
import type { LineText } from './line-html.ts'
import { Notice } from './notice.tsx'

/** Above lines that were written to be read in another order than they run in, or might have been. */
export function TurnsNotice({ lines }: { lines: readonly LineText[] }) {
  if (!lines.some((line) => hasTurns(typeof line === 'string' ? line : line.text))) return null
  return (
    <div class="panel-body">
      <Notice tone="warning">
        Some lines hold characters that turn the direction of text, so that they can look like something else than what
        they say. These characters are shown by their numbers.
      </Notice>
    </div>
  )
}

const mostNumbers = 5

/** Above a field with a text, which has nothing but letters in it. */
export function TurnsWarning({ text }: { text: string }) {
  const numbers = turnedLines(text, mostNumbers + 1)
  if (numbers.length === 0) return null
  const shown = numbers.slice(0, mostNumbers).join(', ')
  const more = numbers.length > mostNumbers ? ' and others' : ''
  return (
    <Notice tone="warning">
      Some lines hold characters that turn the direction of text, so that they can look like something else than what
      they say: {numbers.length === 1 ? 'line' : 'lines'} {shown}
      {more}. The editor cannot show these characters.
    </Notice>
  )
}
