import { element } from './element.ts'

/** A click on the head of a column sorts the rows that are shown: up, down, and as they stand in the file. */
export function enhanceSortableTables(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('table[data-sortable]')) {
    const body = table.tBodies[0]
    if (body === undefined) continue
    const inFile = [...body.rows]
    for (const head of table.querySelectorAll<HTMLElement>('th[data-column]')) {
      const button = element('button', { type: 'button' }, ...head.childNodes)
      head.append(button)
      button.addEventListener('click', () => {
        const way = ({ ascending: 'descending', descending: 'none' } as const)[head.ariaSort ?? ''] ?? 'ascending'
        for (const other of table.querySelectorAll('th[aria-sort]')) other.removeAttribute('aria-sort')
        if (way !== 'none') head.ariaSort = way
        body.replaceChildren(...(way === 'none' ? inFile : sorted(inFile, Number(head.dataset['column']), way)))
      })
    }
  }
}

function sorted(rows: readonly HTMLTableRowElement[], column: number, way: 'ascending' | 'descending') {
  const compare = new Intl.Collator(undefined, { numeric: true }).compare
  const textOf = (row: HTMLTableRowElement): string => row.cells[column]?.textContent?.trim() ?? ''
  const up = rows.toSorted((a, b) => compareTexts(textOf(a), textOf(b), compare))
  return way === 'ascending' ? up : up.toReversed()
}

function compareTexts(a: string, b: string, compare: (a: string, b: string) => number): number {
  const [left, right] = [Number(a.replaceAll(/[\s,%]/g, '')), Number(b.replaceAll(/[\s,%]/g, ''))]
  return a !== '' && b !== '' && !Number.isNaN(left) && !Number.isNaN(right) ? left - right : compare(a, b)
}
