import { isWriting } from './keys.ts'

/** `j` and `k` go through the rows, `x` ticks one, `o` or Enter opens it, `c` begins a new issue. */
export function enhanceIssueList(): void {
  const list = document.querySelector<HTMLElement>('[data-issue-list]')
  if (list === null) return
  const rows = [...list.querySelectorAll<HTMLElement>('[data-issue]')]
  watchTicks(list)
  let at = -1
  const move = (by: number): void => {
    if (rows.length === 0) return
    rows[at]?.removeAttribute('data-current')
    at = Math.min(rows.length - 1, Math.max(0, at + by))
    rows[at]?.setAttribute('data-current', '')
    rows[at]?.querySelector<HTMLElement>('[data-issue-link]')?.focus()
  }
  const tick = (): void => {
    const box = rows[at]?.querySelector<HTMLInputElement>('input[type="checkbox"]')
    box?.click()
  }
  const open = (): void => rows[at]?.querySelector<HTMLAnchorElement>('[data-issue-link]')?.click()
  const keys: Readonly<Record<string, () => void>> = { j: () => move(1), k: () => move(-1), x: tick, o: open }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
    if (act === undefined) return
    event.preventDefault()
    act()
  })
}

/** A box that is ticked is nothing to write into. */
function isTyping(target: EventTarget | null): boolean {
  return isWriting(target) && !(target instanceof HTMLInputElement && target.type === 'checkbox')
}

/** The bar opens with the first tick, and says how many there are. */
function watchTicks(list: HTMLElement): void {
  const bar = list.querySelector<HTMLDetailsElement>('[data-bulk]')
  const words = list.querySelector<HTMLElement>('[data-bulk-count]')
  if (bar === null || words === null) return
  const plain = words.textContent
  list.addEventListener('change', () => {
    const count = list.querySelectorAll('.issue-check:checked').length
    words.textContent = count === 0 ? plain : `${count} ticked`
    bar.open = count > 0
  })
}
