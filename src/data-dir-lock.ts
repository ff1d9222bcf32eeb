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
    const lock = DataDirLock.#try(join(dataDir, 'serve.lock'), 2000)
    if (lock !== null) return lock
    throw new ConfigError(`DATA_DIR ${dataDir} is in use by another server: stop it, or choose another directory`)
  }

  /** For a backup, which runs beside a server, but not beside another backup. Null while there is one. */
  static takeForBackup(dataDir: string): DataDirLock | null {
    return DataDirLock.#try(join(dataDir, 'backup.lock'), 0)
  }

  static #try(path: string, patienceMs: number): DataDirLock | null {
    let database: Database.Database | null = null
    try {
      database = new Database(path, { timeout: patienceMs })
      // Not a byte is written: a full disk is when a backup is needed most.
      database.pragma('journal_mode = MEMORY')
      database.exec('BEGIN EXCLUSIVE')
      return new DataDirLock(database)
    } catch (error) {
      database?.close()
      if (!(error instanceof Database.SqliteError)) throw error
      if (error.code.startsWith('SQLITE_BUSY')) return null
      // SQLite does not say which file it could not open.
      throw Object.assign(error, { path })
    }
  }

  release(): void {
    this.#database.close()
  }
}
