// The database behind Stithy's back: for what no door offers, such as forging its rows.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import type { Place } from './stithy-process.ts'

export async function query(place: Place, sql: string): Promise<void> {
  const url = place.env['DATABASE_URL']
  if (url === undefined) {
    const database = new Database(join(place.dataDir, 'stithy.db'))
    database.exec(sql)
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

export type Row = Readonly<Record<string, unknown>>

export async function select(place: Place, sql: string): Promise<readonly Row[]> {
  const url = place.env['DATABASE_URL']
  if (url === undefined) {
    const database = new Database(join(place.dataDir, 'stithy.db'), { readonly: true })
    const rows = database.prepare(sql).all()
    database.close()
    return rows as Row[]
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(sql)
  await client.end()
  return rows
}
