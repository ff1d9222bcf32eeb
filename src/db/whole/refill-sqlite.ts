import Database from 'better-sqlite3'
import type { Refill } from './refill.ts'
import { quoted, type StoredRow, type StoredTable, searchTable } from './snapshot.ts'
import { tablesOf } from './snapshot-of-sqlite.ts'

export function refillSqlite(path: string): Refill {
  const database = new Database(path, { fileMustExist: true })
  database.pragma('foreign_keys = OFF')
  database.exec('BEGIN EXCLUSIVE')
  const tables = tablesOf(database)
  const triggers = database
    .prepare<[], { name: string; sql: string }>("select name, sql from sqlite_master where type = 'trigger'")
    .all()
  // What they would write is among what is put in.
  for (const { name } of triggers) database.exec(`drop trigger ${quoted([name])}`)
  for (const { name } of tables) database.exec(`delete from ${quoted([name])}`)
  return {
    tables: new Set(tables.map(({ name }) => name)),
    put: (table, rows) => {
      insert(database, table, rows)
      return Promise.resolve()
    },
    finish: (sequences) => {
      for (const { sql } of triggers) database.exec(sql)
      const [stray] = database.prepare<[], { table: string; parent: string }>('pragma foreign_key_check').all()
      if (stray !== undefined)
        throw new Error(`Rows of ${stray.table} refer to rows of ${stray.parent} that are missing`)
      setSequences(database, sequences)
      database.exec('COMMIT')
      return Promise.resolve()
    },
    close: () => {
      database.close()
      return Promise.resolve()
    },
  }
}

function insert(
  database: Database.Database,
  { name, columns }: Pick<StoredTable, 'name' | 'columns'>,
  rows: readonly StoredRow[],
): void {
  const into = name === searchTable.name ? ['rowid', 'words'] : columns
  const places = into.map(() => '?').join(', ')
  const statement = database.prepare<[StoredRow], void>(
    `insert into ${quoted([name])} (${quoted(into)}) values (${places})`,
  )
  for (const row of rows) statement.run(row)
}

function setSequences(database: Database.Database, sequences: Readonly<Record<string, number>>): void {
  const forget = database.prepare<[string], void>('delete from sqlite_sequence where name = ?')
  const note = database.prepare<[string, number], void>('insert into sqlite_sequence (name, seq) values (?, ?)')
  const numbered = database
    .prepare<[], string>("select name from sqlite_master where type = 'table' and sql like '%autoincrement%'")
    .pluck()
  for (const name of numbered.all()) {
    forget.run(name)
    note.run(name, sequences[name] ?? 0)
  }
}
