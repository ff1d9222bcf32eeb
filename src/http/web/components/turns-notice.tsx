import type { LineText } from './line-html.ts'
import { Notice } from './notice.tsx'
import { hasTurns } from './show-unseen.ts'

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
