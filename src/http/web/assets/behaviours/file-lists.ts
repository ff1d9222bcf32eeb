import { fetchPage } from './page-refresh.ts'

/** Last commits that were not found in time are asked for again, and put into the list that is there already. */
export function enhanceFileLists(): void {
  for (const list of document.querySelectorAll<HTMLTableElement>('table[data-fill-from]')) void fill(list)
  for (const note of document.querySelectorAll<HTMLElement>('[data-count-at]')) void count(note)
}

/** Whoever is still being counted is shown as soon as that is done. */
async function count(note: HTMLElement): Promise<void> {
  const panel = note.closest('section[id]')
  const at = note.dataset['countAt']
  if (panel === null || at === undefined) return
  const page = await fetchPage(at)
  const counted = page?.querySelector(`#${CSS.escape(panel.id)}`) ?? null
  if (counted !== null && counted.querySelector('[data-count-at]') === null) {
    panel.replaceWith(document.importNode(counted, true))
  }
}

async function fill(list: HTMLTableElement): Promise<void> {
  const from = list.dataset['fillFrom']
  if (from === undefined) return
  const answer = await fetch(from).catch(() => null)
  if (answer === null || !answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const body = page.querySelector('table.files tbody')
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
  delete list.dataset['fillFrom']
}
