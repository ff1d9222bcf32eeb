const ways: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** What arrows mean something in by themselves. */
const ownArrows = 'textarea, select, input[type="radio"], input[list], input[aria-autocomplete]'

/**
 * Up and down from one of these to the next, as people know it from menus and lists; at either end nothing happens. Tab goes on
 * as ever.
 */
export function moveByArrows(event: KeyboardEvent, stops: Iterable<HTMLElement>): void {
  const by = ways[event.key]
  const { target } = event
  if (by === undefined || event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (!(target instanceof HTMLElement) || target.matches(ownArrows)) return
  const shown = [...stops].filter((stop) => stop.checkVisibility())
  const from = shown.indexOf(target)
  if (from === -1) return
  event.preventDefault()
  shown[from + by]?.focus()
}
