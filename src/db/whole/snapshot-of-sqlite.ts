import Database from 'better-sqlite3'
import {
  leftOut,
  quoted,
  type Snapshot,
  type StoredRow,
  type StoredTable,
  searchTable,
  selectFrom,
} from './snapshot.ts'

const rowsAtOnce = 1000
const patienceMs = 10_000

/** A reader of its own: whoever writes does not wait for it, and what is written meanwhile does not show. */
export function snapshotOfSqlite(path: string): Snapshot {
  const database = new Database(path, { fileMustExist: true, timeout: patienceMs })
  database.pragma('query_only = ON')
  // A transaction sees what was there when it first read.
  database.exec('BEGIN')
  const migrations = database.prepare<[], { name: string }>('select name from migrations order by name').all()
  const sequences = database.prepare<[], { name: string; seq: number }>('select name, seq from sqlite_sequence').all()
  return {
    dialect: 'sqlite',
    tables: tablesOf(database),
    migrations: migrations.map(({ name }) => name),
    sequences: Object.fromEntries(sequences.map(({ name, seq }) => [name, seq])),
    rows: (table, where) => rowsOf(database, table, where),
    close: () => {
      database.close()
      return Promise.resolve()
    },
  }
}

export function tablesOf(database: Database.Database): readonly StoredTable[] {
  const named = database
    .prepare<[], { name: string }>(
      "select name from pragma_table_list where schema = 'main' and type = 'table' order by name",
    )
    .all()
    .filter(({ name }) => !name.startsWith('sqlite_') && !leftOut.has(name))
  const columnsOf = database.prepare<[string], { name: string; pk: number }>(
    'select name, pk from pragma_table_info(?)',
  )
  const tables = named.map(({ name }) => {
    const columns = columnsOf.all(name)
    const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
    return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) }
  })
  return [...tables, searchTable]
}

// Asynchronous for the sake of the other one.
// oxlint-disable-next-line typescript/require-await
async function* rowsOf(
  database: Database.Database,
  table: StoredTable,
  where: string | null,
): AsyncGenerator<readonly StoredRow[]> {
  const text =
    table.name === searchTable.name
      ? `select rowid, words from ${quoted([table.name])} order by rowid`
      : selectFrom(table, where)
  let rows: StoredRow[] = []
  for (const row of database.prepare<[], StoredRow>(text).raw().iterate()) {
    rows.push(row)
    if (rows.length < rowsAtOnce) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}
