import { close, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const sync = promisify(fdatasync)

/**
 * Brings the write-ahead log to the disk, in a thread of the pool: SQLite would have everybody wait for it. Whoever asks
 * while one is under way shares the next, because what they wrote may have come too late for it.
 */
export class WalSync {
  readonly #path: string
  #file: number | null = null
  #next: Promise<void> | null = null
  #underWay: Promise<void> = Promise.resolve()
  #broken: unknown = null

  constructor(databasePath: string) {
    this.#path = `${databasePath}-wal`
  }

  /** Why nothing can be promised any more: a disk that failed once may have lost what it says it has. */
  get broken(): unknown {
    return this.#broken
  }

  /** When it is done, all that was committed before the call is on disk. */
  onDisk(): Promise<void> {
    this.#next ??= this.#underWay.then(() => {
      this.#underWay = this.#sync()
      this.#next = null
      return this.#underWay
    })
    return this.#next
  }

  async close(): Promise<void> {
    await this.#next?.catch(() => undefined)
    if (this.#file !== null) await promisify(close)(this.#file)
    this.#file = null
  }

  async #sync(): Promise<void> {
    try {
      // The log is there from the first commit to the end of the last connection, and never replaced meanwhile.
      this.#file ??= openSync(this.#path, 'r')
      await sync(this.#file)
    } catch (error) {
      this.#broken = error
      throw error
    }
  }
}
