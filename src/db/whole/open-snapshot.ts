import { join } from 'node:path'
import type { Snapshot } from './snapshot.ts'
import { snapshotOfPostgres } from './snapshot-of-postgres.ts'
import { snapshotOfSqlite } from './snapshot-of-sqlite.ts'

/** Takes a picture of the whole database, beside everybody who uses it. */
export function openSnapshot(url: URL | null, dataDir: string): Promise<Snapshot> {
  return url === null ? Promise.resolve(snapshotOfSqlite(join(dataDir, 'stithy.db'))) : snapshotOfPostgres(url.href)
}
