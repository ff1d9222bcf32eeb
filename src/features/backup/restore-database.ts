import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { nothingHappens } from '../../core/checkpoint.ts'
import type { Clock } from '../../core/clock.ts'
import type { Log } from '../../core/log.ts'
import { appliedMigrations, knownMigrations, migrateAsFarAs } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { openRefill } from '../../db/whole/refill.ts'
import type { FileStore } from './file-store.ts'
import type { Point } from './manifest.ts'
import { refused } from './points.ts'
import { readRows } from './read-dump.ts'
import { wasFilling } from './restore-marker.ts'

export interface DatabaseNeeds {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly progress: (said: string) => void
}

/** Whether this Stithy can read what another has written: an older one's, yes. */
export function requireReadable({ header }: Point): void {
  const unknown = header.migrations.filter((name) => !knownMigrations.includes(name))
  if (unknown.length === 0) return
  throw refused(
    `This backup was made by a newer Stithy (${header.version}): use that one. Unknown: ${unknown.join(', ')}`,
  )
}

/**
 * A database that holds accounts is somebody's, unless it is what an earlier restore left when it died. On SQLite the
 * empty folder has said so already.
 */
export async function requireEmptyDatabase({ config, clock, log }: DatabaseNeeds, point: Point): Promise<void> {
  if (config.DATABASE_URL === null) return
  const { db, admin } = openDatabase(config.DATABASE_URL, config.DATA_DIR, { clock, log, passing: nothingHappens })
  try {
    const applied = await appliedMigrations(admin, db.dialect)
    if (applied.length === 0) return
    const { rows } = await sql<{ used: boolean }>`
      select exists (select 1 from owners) or exists (select 1 from audit) as used`.execute(admin)
    const isFree = rows[0]?.used !== true || (await wasFilling(config))
    // Tables that are newer than the backup cannot be made older.
    if (isFree && applied.every((name) => point.header.migrations.includes(name))) return
  } finally {
    await db.close()
  }
  const name = config.DATABASE_URL.pathname.slice(1)
  throw refused(
    `The database ${name} is not empty, and a restore never writes over anything: make an empty one (createdb), and name it in DATABASE_URL`,
  )
}

/** The tables as they were then, with every row and every number that was given out. */
export async function restoreDatabase(needs: DatabaseNeeds, store: FileStore, point: Point): Promise<number> {
  const { config, clock, log } = needs
  const { db, admin } = openDatabase(config.DATABASE_URL, config.DATA_DIR, { clock, log, passing: nothingHappens })
  try {
    await migrateAsFarAs(admin, db.dialect, new Set(point.header.migrations))
  } finally {
    await db.close()
  }
  const refill = await openRefill(config.DATABASE_URL, config.DATA_DIR)
  try {
    let count = 0
    for (const table of point.tables.values()) {
      // Somebody's own, which lay beside ours.
      if (!refill.tables.has(table.name)) continue
      for await (const rows of readRows(store, table)) {
        await refill.put(table, rows)
        count += rows.length
        needs.progress(`database: ${count} rows`)
      }
    }
    await refill.finish(point.header.sequences)
    return count
  } finally {
    await refill.close()
  }
}
