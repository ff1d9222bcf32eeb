import Database from 'better-sqlite3'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Schema } from './schema.ts'
import { SqliteCompiler } from './sqlite-compiler.ts'

const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (one) => new SqliteIntrospector(one),
    createQueryCompiler: () => new SqliteCompiler(),
  },
})

it('a limit is part of the text, and all other values are put in', () => {
  const { sql: text, parameters } = db
    .selectFrom('owners')
    .select('id')
    .where('id', '=', 7)
    .limit(30)
    .offset(60)
    .compile()
  expect([text, parameters]).toEqual(['select "id" from "owners" where "id" = ? limit 30 offset ?', [7, 60]])
})

it('a limit that is no whole number is put in, and SQLite refuses it', () => {
  const { sql: text, parameters } = db
    .selectFrom('owners')
    .select('id')
    .limit(sql<number>`${'1; drop table owners'}`)
    .compile()
  expect([text, parameters]).toEqual(['select "id" from "owners" limit ?', ['1; drop table owners']])
  const database = new Database(':memory:')
  database.exec('create table owners (id)')
  expect(() => database.prepare(text).all(parameters)).toThrow('datatype mismatch')
  database.close()
})
