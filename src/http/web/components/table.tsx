import type { ComponentChildren } from 'preact'

export type Column<Row> = {
  key: string
  head: string
  /** Present for readers by ear only, as over a column of buttons. */
  headHidden?: boolean | undefined
  cell: (row: Row) => ComponentChildren
  align?: 'start' | 'end' | undefined
  /** Takes the room that is left and may break lines. */
  grow?: boolean | undefined
  /** The column that names the row. */
  names?: boolean | undefined
}

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** Where it has too little room each row becomes a small sheet, its cells labelled by their column. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div class="table-frame">
      {/* The roles are written out because a stacked table loses its own in some browsers. */}
      <table class="table table-stacking" role="table">
        <caption class="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} scope="col" role="columnheader" class={cellClass(column)}>
                {column.headHidden ? <span class="sr-only">{column.head}</span> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row)
  if (column.names) {
    return (
      <th scope="row" role="rowheader" class={cellClass(column)}>
        {content}
      </th>
    )
  }
  return (
    <td role="cell" class={cellClass(column)} data-label={column.headHidden ? undefined : column.head}>
      {content}
    </td>
  )
}

function cellClass<Row>({ align, grow, names }: Column<Row>): string | undefined {
  const classes = [align === 'end' && 'cell-end', grow && 'cell-grow', names && 'cell-name'].filter(Boolean)
  return classes.length === 0 ? undefined : classes.join(' ')
}
