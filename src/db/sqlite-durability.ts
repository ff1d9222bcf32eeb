import type Database from 'better-sqlite3'
import { Checkpoints } from './checkpoints.ts'
import type { DatabaseParts } from './database-parts.ts'
import { WalSync } from './wal-sync.ts'

/** Brings what was committed to the disk, and from the log into the database: both beside the thread that serves. */
export class SqliteDurability {
  readonly #wal: WalSync
  /** Null where nobody has brought the program for it: then SQLite does it by itself, after some commits. */
  readonly #checkpoints: Checkpoints | null

  constructor(writing: Database.Database, path: string, { log, checkpointer }: DatabaseParts) {
    this.#wal = new WalSync(path)
    if (checkpointer === undefined) this.#checkpoints = null
    else {
      const pages = Number(writing.pragma('wal_autocheckpoint', { simple: true }))
      writing.pragma('wal_autocheckpoint = 0')
      const failed = (): unknown => writing.pragma(`wal_autocheckpoint = ${pages}`)
      this.#checkpoints = new Checkpoints(path, checkpointer, { log, failed })
    }
  }

  /** Called right behind a commit; when it is done, the commit is on disk. */
  committed(): Promise<void> {
    this.#checkpoints?.committed()
    return this.#wal.onDisk()
  }

  /** Called between two transactions. */
  async beginAnew(): Promise<void> {
    await this.#checkpoints?.beginAnew()
  }

  requireSound(): void {
    const cause = this.#wal.broken
    if (cause !== null) throw new Error('The disk has failed: nothing is written until a restart', { cause })
  }

  async close(): Promise<void> {
    await this.#checkpoints?.close()
    await this.#wal.close()
  }
}
