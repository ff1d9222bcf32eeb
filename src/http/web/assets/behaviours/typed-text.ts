/** As if it were typed: one step back undoes it. */
export function replaceText(field: HTMLTextAreaElement, start: number, end: number, text: string): void {
  field.focus()
  field.setSelectionRange(start, end)
  // The only way that the browser remembers; old as it is, nothing has taken its place.
  const isDone = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (isDone) return
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Selects a part of a text, and scrolls to it where lines are not wrapped. */
export function showRange(field: HTMLTextAreaElement, start: number, end: number): void {
  field.focus()
  field.setSelectionRange(start, end)
  const lineHeight = Number.parseFloat(getComputedStyle(field).lineHeight) || 18
  const top = (linesBefore(field.value, start) - 1) * lineHeight
  const isShown = top >= field.scrollTop && top + 2 * lineHeight <= field.scrollTop + field.clientHeight
  if (!isShown && field.wrap === 'off') field.scrollTop = Math.max(0, top - 3 * lineHeight)
}

/** The number of the line that a place is in. */
export function linesBefore(text: string, place: number): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < place; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
