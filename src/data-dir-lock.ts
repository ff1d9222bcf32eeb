import { join } from 'node:path'
import Database from 'better-sqlite3'
import { ConfigError } from './config.ts'

/**
 * Two servers on one SQLite data directory would run each other's jobs and trust each other's caches. SQLite's own file
 * lock keeps the second one out, and the operating system lets go of it when the first one dies, however it dies.
 */
export class DataDirLock {
  readonly #database: Database.Database

  private constructor(database: Database.Database) {
    this.#database = database
  }

  static take(dataDir: string): DataDirLock {
    const database = new Database(join(dataDir, 'serve.lock'), { timeout: 2000 })
    try {
      database.pragma('journal_mode = DELETE')
      database.exec('BEGIN EXCLUSIVE')
    } catch {
      database.close()
      throw new ConfigError(`DATA_DIR ${dataDir} is in use by another server: stop it, or choose another directory`)
    }
    return new DataDirLock(database)
  }

  release(): void {
    this.#database.close()
  }
}
