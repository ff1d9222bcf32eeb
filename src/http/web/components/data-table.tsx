import { showUnseen } from '../../../core/show-unseen.ts'
import type { Table, TableRow } from '../../../features/contents/read-table.ts'
import { wordsOf } from './code-words.tsx'
import { escapeHtml } from './line-html.ts'

type DataTableProps = { table: Table; sourceHref: string; name: string }

/** What a CSV file says. Rows are written as text, for there are many; each number leads to its line in the source. */
export function DataTable({ table, sourceHref, name }: DataTableProps) {
  const { head, rows, columnCount } = table
  return (
    <div class="data-scroll" tabindex={0} role="group" aria-label={`Table of ${name}`}>
      <table class="data-table" data-sortable>
        <caption class="sr-only">{name}</caption>
        <thead>
          <tr>
            <th class="data-number" scope="col">
              <span class="sr-only">Line</span>
            </th>
            {head &&
              Array.from({ length: columnCount }, (_, at) => <HeadCell key={at} text={head.cells[at] ?? ''} at={at} />)}
          </tr>
        </thead>
        <tbody dangerouslySetInnerHTML={{ __html: rows.map((row) => rowOf(row, columnCount, sourceHref)).join('') }} />
      </table>
    </div>
  )
}

function HeadCell({ text, at }: { text: string; at: number }) {
  return (
    <th scope="col" data-column={at + 1}>
      {text === '' ? <span class="sr-only">Column {at + 1}</span> : wordsOf(text)}
    </th>
  )
}

function rowOf({ line, cells }: TableRow, columnCount: number, sourceHref: string): string {
  const page = Math.ceil(line / 3000)
  const href = `${sourceHref}${page > 1 ? `&page=${page}` : ''}#L${line}`
  const link = `<a href="${escapeHtml(href)}" aria-label="Line ${line}" data-line="${line}"></a>`
  const shown = Array.from({ length: columnCount }, (_, at) => cellOf(cells[at] ?? ''))
  return `<tr><td class="data-number">${link}</td>${shown.join('')}</tr>`
}

function cellOf(text: string): string {
  return isFigure(text)
    ? `<td class="data-figure">${escapeHtml(text)}</td>`
    : `<td>${showUnseen(escapeHtml(text))}</td>`
}

/** `-1,234.5 %`. Each pattern is tried once: a table has thousands of cells, and each is as long as somebody likes. */
function isFigure(text: string): boolean {
  const trimmed = text.trim()
  const figure = trimmed.endsWith('%') ? trimmed.slice(0, -1).trimEnd() : trimmed
  return /^[-+]?[\d.,\s]+$/.test(figure) && /\d/.test(figure.at(-1) ?? '')
}
