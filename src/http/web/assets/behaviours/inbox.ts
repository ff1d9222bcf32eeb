import { fetchPage, replaceParts } from './page-refresh.ts'
import { selectedRows, selectRows } from './select-rows.ts'
import { enhanceTimes } from './times.ts'

/** Marks as read, unread or done without leaving the page; what came in meanwhile is offered above the list. */
export function enhanceInbox(): void {
  if (document.querySelector('[data-inbox]') === null) return
  document.addEventListener('submit', (event) => {
    const form = event.target
    // What is selected is marked by a page of its own, which says how many there were.
    if (!(form instanceof HTMLFormElement) || form.closest('[data-inbox] [data-row]') === null) return
    const at = event.submitter?.getAttribute('formaction') ?? form.action
    event.preventDefault()
    void send(at, form.closest<HTMLElement>('[data-row]'))
  })
  document.addEventListener('stithy:notified', offer)
}

async function send(at: string, row: HTMLElement | null): Promise<void> {
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const name = row?.dataset['row'] ?? ''
  const nextName = next instanceof HTMLElement ? (next.dataset['row'] ?? '') : ''
  const answer = await fetch(at, { method: 'POST', redirect: 'manual' }).catch(() => null)
  if (answer === null || answer.status >= 400) return location.reload()
  await refresh()
  const shown = rowNamed(name) ?? rowNamed(nextName)
  shown?.setAttribute('data-current', '')
  shown?.querySelector<HTMLElement>('[data-row-link]')?.focus()
}

async function refresh(): Promise<void> {
  const page = await fetchPage(`${location.pathname}${location.search}`)
  if (page === null) return location.reload()
  const selected = selectedRows()
  replaceParts(page)
  selectRows(selected)
  const [count, fresh] = [document.querySelector('[data-unread]'), page.querySelector('[data-unread]')]
  if (count !== null && fresh !== null) count.replaceWith(document.importNode(fresh, true))
  enhanceTimes()
}

function rowNamed(name: string): HTMLElement | null {
  return name === '' ? null : document.querySelector<HTMLElement>(`[data-rows] [data-row="${CSS.escape(name)}"]`)
}

/** Nothing moves by itself: one press shows what is new. */
function offer(): void {
  const head = document.querySelector('#inbox')
  if (head === null || document.querySelector('.inbox-news') !== null) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button button-default button-small inbox-news'
  button.textContent = 'Show new notifications'
  button.addEventListener('click', () => {
    button.remove()
    void refresh()
  })
  document.querySelector('.page-head-actions')?.prepend(button)
}
