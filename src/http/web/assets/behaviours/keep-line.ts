/**
 * Changes what is around a line while the line itself stays where it is on the screen. Left to itself, the browser holds on
 * to something else, below what comes in or goes, and the line is gone.
 */
export function keepLine(near: Element, file: Element, change: () => Element): void {
  const rows = [...file.querySelectorAll('.diff-lines tr[id]')]
  const line = rows.findLast((row) => row.contains(near) || isBefore(row, near)) ?? rows[0]
  const before = line?.getBoundingClientRect().top
  withoutHold(() => {
    const shown = change()
    const after = line === undefined ? null : shown.querySelector(`#${CSS.escape(line.id)}`)
    if (after !== null && before !== undefined) {
      scrollBy({ top: after.getBoundingClientRect().top - before, behavior: 'instant' })
    }
  })
}

/** The browser holds on to nothing: what is above the change stays where it is. */
export function withoutHold(change: () => void): void {
  const { style } = document.documentElement
  style.overflowAnchor = 'none'
  change()
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      style.overflowAnchor = ''
    }),
  )
}

function isBefore(row: Element, near: Element): boolean {
  // biome-ignore lint/suspicious/noBitwiseOperators: that is how the answer is made
  return (row.compareDocumentPosition(near) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}
