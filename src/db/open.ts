import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import type { Db } from './handle.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import type { Schema } from './schema.ts'

export interface OpenedDatabase {
  readonly db: Db
  /** Unguarded; for migrations alone. */
  readonly admin: Kysely<Schema>
}

export function openDatabase(url: URL | null, dataDir: string, clock: Clock, log: Log): OpenedDatabase {
  if (url !== null) return openPostgres(url.href, clock, log)
  mkdirSync(dataDir, { recursive: true })
  return openSqlite(join(dataDir, 'stithy.db'), clock)
}
