import { fetchPage } from './page-refresh.ts'
import { enhanceTimes } from './times.ts'

/** What was not found in time is asked for again, by one request for all of it, and put into the page that is there already. */
export function enhanceFileLists(): void {
  const pages = new Map<string, Promise<Document | null>>()
  const pageAt = (at: string): Promise<Document | null> => {
    const page = pages.get(at) ?? fetchPage(at)
    pages.set(at, page)
    return page
  }
  for (const list of document.querySelectorAll<HTMLTableElement>('table[data-fill-from]')) void fill(list, pageAt)
  for (const note of document.querySelectorAll<HTMLElement>('[data-late-at]')) void replace(note, pageAt)
}

type PageAt = (at: string) => Promise<Document | null>

/** Whatever has come by now stands in for the note that it was to come. */
async function replace(note: HTMLElement, pageAt: PageAt): Promise<void> {
  const part = note.closest('[id]')
  const page = await pageAt(note.dataset['lateAt'] ?? '')
  if (part === null || page === null) return
  const come = page.querySelector(`#${CSS.escape(part.id)}`)
  if (come === null) part.remove()
  else if (!come.matches('[data-late-at]') && come.querySelector('[data-late-at]') === null) {
    part.replaceWith(document.importNode(come, true))
    enhanceTimes()
  }
}

async function fill(list: HTMLTableElement, pageAt: PageAt): Promise<void> {
  const page = await pageAt(list.dataset['fillFrom'] ?? '')
  const body = page?.querySelector('table.files tbody')
  // The reader may be on a link of the list: what has the focus stays where it is.
  const rows = [...(body?.children ?? [])]
  for (const [at, row] of [...(list.tBodies[0]?.rows ?? [])].entries()) {
    const whole = rows[at]
    if (whole === undefined || whole.children.length !== row.cells.length) continue
    for (const index of [1, 2]) {
      const cell = whole.children[index]
      if (cell !== undefined) row.cells[index]?.replaceChildren(...document.importNode(cell, true).childNodes)
    }
  }
  enhanceTimes()
  if (page !== null) delete list.dataset['fillFrom']
}
