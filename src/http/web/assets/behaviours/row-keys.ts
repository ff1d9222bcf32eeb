import { isWriting } from './keys.ts'
import { selectedRows } from './select-rows.ts'

/**
 * `j` and `k` go through the rows of a list, `o` or Enter opens one; other keys press what says in the row that it is
 * theirs, or in the bar for those that are selected. Whoever comes back finds the row that they left from.
 */
export function enhanceRowKeys(): void {
  const list = document.querySelector<HTMLElement>('[data-rows]')
  if (list === null) return
  const place = `row ${location.pathname}${location.search}`
  const at = (): number => rows().findIndex((row) => row.hasAttribute('data-current'))
  const mark = (row: HTMLElement | undefined): void => {
    for (const other of rows()) other.toggleAttribute('data-current', other === row)
    const name = row?.dataset['row']
    if (name !== undefined) sessionStorage.setItem(place, name)
  }
  const move = (by: number): void => {
    const all = rows()
    const from = at()
    const row = all[from === -1 ? 0 : Math.min(all.length - 1, Math.max(0, from + by))]
    mark(row)
    row?.querySelector<HTMLElement>('[data-row-link]')?.focus()
  }
  const left = sessionStorage.getItem(place)
  if (left !== null) mark(rows().find((row) => row.dataset['row'] === left))
  document.addEventListener('click', (event) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-rows] [data-row]') : null
    if (row !== null) mark(row)
  })
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    if (event.key === 'j' || event.key === 'k') move(event.key === 'j' ? 1 : -1)
    else {
      const row = rows()[at()]
      const own = `[data-key="${CSS.escape(event.key)}"]`
      const ofAll = selectedRows().length === 0 ? null : document.querySelector<HTMLElement>(`[data-selection] ${own}`)
      const act = ofAll ?? row?.querySelector<HTMLElement>(event.key === 'o' ? '[data-row-link]' : own)
      if (act === undefined || act === null) return
      act.click()
    }
    event.preventDefault()
  })
}

/** Looked for anew each time: the list may have been replaced since. */
function rows(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-rows] [data-row]')]
}
