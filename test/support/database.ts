// Databases for servers: with nothing in them, or with all tables, which are made once and copied.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { nothingHappens } from '../../src/core/checkpoint.ts'
import type { Log } from '../../src/core/log.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'

export type DatabaseSettings = { readonly DATABASE_URL?: string }

const silent = (): void => undefined
export const quiet: Log = { debug: silent, info: silent, warn: silent, error: silent, bare: silent }

export const onPostgres = process.env['STITHY_TEST_DB'] === 'postgres'

let sqliteFile: Promise<Buffer> | null = null
let postgresTemplate: Promise<string> | null = null

/** On the run's PostgreSQL; nothing where the tests run on SQLite. */
export async function newDatabase(): Promise<DatabaseSettings> {
  return onPostgres ? { DATABASE_URL: urlOf(await create()) } : {}
}

/** With all tables: for a server that keeps its data in this folder. */
export async function newMigratedDatabase(dataDir: string): Promise<DatabaseSettings> {
  if (onPostgres) {
    postgresTemplate ??= migratedPostgres()
    return { DATABASE_URL: urlOf(await create(await postgresTemplate)) }
  }
  sqliteFile ??= migratedSqlite()
  await writeFile(join(dataDir, 'stithy.db'), await sqliteFile)
  return {}
}

async function migratedPostgres(): Promise<string> {
  const name = await create()
  await migrateAt(new URL(urlOf(name)), '')
  return name
}

async function migratedSqlite(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'stithy-template-'))
  await migrateAt(null, folder)
  const file = await readFile(join(folder, 'stithy.db'))
  await rm(folder, { recursive: true })
  return file
}

async function migrateAt(url: URL | null, folder: string): Promise<void> {
  const { db, admin } = openDatabase(url, folder, {
    clock: { now: () => Date.now() },
    log: quiet,
    passing: nothingHappens,
  })
  await migrate(admin, db.dialect)
  await db.close()
}

async function create(template?: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await admin.query(`create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  await admin.end()
  return name
}

function urlOf(name: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}
