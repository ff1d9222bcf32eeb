import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { DatabaseParts } from './database-parts.ts'
import type { Db } from './handle.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import type { Schema } from './schema.ts'

export interface OpenedDatabase {
  readonly db: Db
  /** Unguarded; for migrations alone. */
  readonly admin: Kysely<Schema>
}

export function openDatabase(url: URL | null, dataDir: string, parts: DatabaseParts): OpenedDatabase {
  if (url !== null) return openPostgres(url.href, parts)
  mkdirSync(dataDir, { recursive: true })
  return openSqlite(join(dataDir, 'stithy.db'), parts)
}
