/** A line of a change that can be commented on. */
export interface Spot {
  readonly row: HTMLTableRowElement
  /** The "+" of the line, whose address opens the form. */
  readonly link: HTMLAnchorElement
}

export type Side = 'old' | 'new'

/** `f3-n12`, taken apart. */
export interface Place {
  readonly file: string
  readonly side: Side
  readonly line: number
}

/** The lines from one to another, of one state of the file. */
export interface Stretch {
  readonly last: Spot
  readonly place: Place
  readonly first: number
}

/** The line whose number, "+" or row this is. Side by side, a row has two of them. */
export function spotOf(target: EventTarget | null): Spot | null {
  if (!(target instanceof Element)) return null
  const row = target.closest<HTMLTableRowElement>('.diff-lines tr')
  const cell = target.closest<HTMLTableCellElement>('.diff-lines td')
  if (row === null) return null
  const isSplit = row.cells.length === 4
  const half = cell === null || !isSplit ? row : row.cells[cell.cellIndex < 2 ? 1 : 3]
  const links = half?.querySelectorAll<HTMLAnchorElement>('a.diff-comment') ?? []
  const link = [...links].at(-1)
  return link === undefined ? null : { row, link }
}

function placeOf({ link }: Spot): Place {
  return parsePlace(new URL(link.href).searchParams.get('on') ?? '')
}

export function parsePlace(name: string): Place {
  const [, file = '', side, line] = /^(f\d+)-([no])(\d+)$/.exec(name) ?? []
  return { file, side: side === 'o' ? 'old' : 'new', line: Number(line) }
}

export function tableOf({ row }: Spot): HTMLTableElement | null {
  return row.closest('table')
}

/** All lines of the table that can be commented on, on the side that this one is on. */
export function spotsBeside(spot: Spot): readonly Spot[] {
  const at = spot.link.closest('td')?.cellIndex ?? -1
  return [...(tableOf(spot)?.rows ?? [])].flatMap((row) => {
    const link = row.cells[at]?.querySelector<HTMLAnchorElement>('a.diff-comment') ?? null
    return link === null ? [] : [{ row, link }]
  })
}

/**
 * The lower end says which state of the file is meant, as a comment is about one: from a line that went to one that came,
 * it is about those that came.
 */
export function stretchOf(one: Spot, other: Spot): Stretch {
  const [above, last] = one.row.rowIndex <= other.row.rowIndex ? [one, other] : [other, one]
  const place = placeOf(last)
  const rows = [...(tableOf(last)?.rows ?? [])].slice(above.row.rowIndex, last.row.rowIndex + 1)
  const first = rows.map((row) => lineOf(row, place.side)).find((line) => line !== null) ?? place.line
  return { last, place, first: Math.min(first, place.line) }
}

/** The lines stay marked until others are. */
export function markLines(table: HTMLTableElement, { side, line }: Place, first: number): void {
  unmarkLines()
  for (const row of table.rows) {
    const number = lineOf(row, side)
    if (number === null || number < first || number > line) continue
    for (const cell of row.cells) {
      if (row.cells.length < 4 || cell.cellIndex < 2 === (side === 'old')) cell.classList.add('line-chosen')
    }
  }
}

export function unmarkLines(): void {
  for (const cell of document.querySelectorAll('.diff-lines .line-chosen')) cell.classList.remove('line-chosen')
}

function lineOf(row: HTMLTableRowElement, side: Side): number | null {
  const cell = row.cells[side === 'old' ? 0 : row.cells.length === 4 ? 2 : 1]
  const line = cell?.classList.contains('no') === true ? cell.dataset['line'] : undefined
  return line === undefined ? null : Number(line)
}
