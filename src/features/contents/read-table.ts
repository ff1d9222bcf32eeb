export interface TableRow {
  /** The line of the file that it begins on. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface Table {
  readonly head: TableRow | null
  readonly rows: readonly TableRow[]
  /** Of the whole table, without the head; more than are given. */
  readonly rowCount: number
  readonly columnCount: number
  /** Some cells or columns are cut off. */
  readonly isCut: boolean
}

const largest = 1024 * 1024
const mostRows = 50_000
const mostColumns = 100
const longestCell = 500
export const rowsAPage = 500

const separators: Readonly<Record<string, string>> = { csv: ',', tsv: '\t', tab: '\t' }

/** The letter that parts cells in files of this name; null where it is no table. */
export function separatorOf(name: string, text: string): string | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const usual = Object.hasOwn(separators, ending) ? separators[ending] : undefined
  if (usual !== ',') return usual ?? null
  // Where the comma stands in numbers, cells are parted by semicolons.
  const first = text.slice(0, 2000).split('\n', 1)[0] ?? ''
  return first.split(';').length > first.split(',').length ? ';' : ','
}

/** A page of what CSV or TSV says, as RFC 4180 has it. Null where it is too large, or no table after all. */
export function readTable(text: string, separator: string, page: number): Table | null {
  if (text.length > largest || text.trim() === '') return null
  const all = readRows(text, separator)
  const [head = null, ...body] = all
  const columnCount = all.reduce((most, row) => Math.max(most, row.cells.length), 0)
  if (columnCount < 2 && separator !== '\t' && all.length > 1 && !text.includes(separator)) return null
  const last = Math.max(1, Math.ceil(body.length / rowsAPage))
  const from = (Math.min(Math.max(1, page), last) - 1) * rowsAPage
  const shown = [head, ...body.slice(from, from + rowsAPage)].filter((row) => row !== null).map(cut)
  const isCut = columnCount > mostColumns || all.length >= mostRows || shown.some((row) => row.isCut)
  return {
    head: head && cut(head).row,
    rows: shown.slice(head === null ? 0 : 1).map(({ row }) => row),
    rowCount: body.length,
    columnCount: Math.min(columnCount, mostColumns),
    isCut,
  }
}

function cut({ line, cells }: TableRow): { row: TableRow; isCut: boolean } {
  const kept = cells
    .slice(0, mostColumns)
    .map((cell) => (cell.length > longestCell ? `${cell.slice(0, longestCell).toWellFormed()}…` : cell))
  return { row: { line, cells: kept }, isCut: cells.some((cell) => cell.length > longestCell) }
}

/** Letter by letter only inside quotes: elsewhere it jumps from one sign to the next. */
function readRows(text: string, separator: string): readonly TableRow[] {
  const rows: TableRow[] = []
  const source = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
  let cells: string[] = []
  let line = 1
  let begun = 1
  for (let at = 0; at <= source.length && rows.length < mostRows; ) {
    let cell: string
    if (source[at] === '"') {
      const end = endOfQuoted(source, at + 1)
      cell = source.slice(at + 1, end).replaceAll('""', '"')
      line += cell.split('\n').length - 1
      at = end + 1
    } else {
      cell = ''
    }
    // What stands behind a closing quote belongs to the cell, as spreadsheets have it.
    const stop = nextOf(source, separator, at)
    cells.push(cell + source.slice(at, stop))
    at = stop
    if (source[at] !== separator) {
      if (cells.length > 1 || cells[0] !== '') rows.push({ line: begun, cells })
      cells = []
      line += 1
      begun = line
    }
    at += 1
  }
  return rows
}

function endOfQuoted(source: string, from: number): number {
  for (let at = source.indexOf('"', from); at !== -1; at = source.indexOf('"', at + 2)) {
    if (source[at + 1] !== '"') return at
  }
  return source.length
}

function nextOf(source: string, separator: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    const letter = source[at]
    if (letter === separator || letter === '\n') return at
  }
  return source.length
}
