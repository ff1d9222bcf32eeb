import { showUnseen } from '../../../core/show-unseen.ts'
import type { SafeHtml } from '../../../markup/markup.ts'

/** The text of one line: coloured by the highlighter, or plain. */
export type LineText = SafeHtml | { readonly text: string }

/**
 * Rows of code are written as text and not as elements: a page has thousands of them, and the renderer would keep
 * everybody waiting for a tenth of a second. So whatever builds a row has to escape what it puts into it, here.
 */
function lineHtml(line: LineText): string {
  return showUnseen(typeof line === 'string' ? line : escapeHtml(line.text))
}

export function escapeHtml(text: string): string {
  if (!/[&<>"]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** The cells of a line that is linked to by its number. Where cells and rows end is told by the next. */
export function numberedCells(number: number, line: LineText): string {
  const link = `<a href="#L${number}" aria-label="Line ${number}" data-line="${number}"></a>`
  return `<td class="no">${link}<td><code>${lineHtml(line)}</code>`
}
