import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Log } from '../core/log.ts'

/** `RESTART` also lets the log begin anew, which takes a moment in which nobody writes. */
export type CheckpointMode = 'PASSIVE' | 'RESTART'

/** A commit is some ten pages: about what SQLite itself would wait for. Or one that is large: then the log grows by it. */
const commitsBetween = 100
const bytesBetween = 4 * 1024 * 1024
/** Commits may come a hundred times as often, and looking takes as long as a tenth of one. */
const lookEveryMs = 100
/** Pages in the log from which on it is to begin anew: 16 MB. */
const mostPages = 4096

interface Outcome {
  readonly log: number
}

/**
 * Moving the log into the database takes two syncs and many writes: in a thread of its own, nobody waits for them. The
 * thread is made when there is something to move.
 */
export class Checkpoints {
  readonly #databasePath: string
  readonly #program: URL
  readonly #log: Log
  readonly #failed: () => void
  #worker: Worker | null = null
  #commits = 0
  #seenBytes = 0
  #lookedAt = Number.NEGATIVE_INFINITY
  #isBusy = false
  #isLong = false
  #isClosed = false

  /** `failed` is called when the thread cannot do it: SQLite must do it by itself again. */
  constructor(databasePath: string, program: URL, { log, failed }: { readonly log: Log; readonly failed: () => void }) {
    this.#databasePath = databasePath
    this.#program = program
    this.#log = log
    this.#failed = failed
  }

  committed(): void {
    this.#commits++
    if (this.#isBusy || (this.#commits < commitsBetween && !this.#hasGrown())) return
    this.#commits = 0
    this.#seenBytes = this.#bytes()
    void this.#run('PASSIVE')
  }

  /** Called where nobody writes. While writing never ends, neither would the log. */
  async beginAnew(): Promise<void> {
    if (!this.#isLong || this.#isBusy) return
    this.#isLong = false
    await this.#run('RESTART')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }

  #hasGrown(): boolean {
    const now = performance.now()
    if (now - this.#lookedAt < lookEveryMs) return false
    this.#lookedAt = now
    return this.#bytes() > this.#seenBytes + bytesBetween
  }

  #bytes(): number {
    return statSync(`${this.#databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0
  }

  async #run(mode: CheckpointMode): Promise<void> {
    this.#isBusy = true
    try {
      const outcome = await this.#ask(mode)
      this.#isLong = mode === 'PASSIVE' && (outcome?.log ?? 0) > mostPages
      this.#isBusy = false
    } catch (error) {
      // Busy for good: it is not asked again.
      if (this.#isClosed) return
      this.#log.error({ error: String(error) }, 'the log of the database is not moved any more by a thread of its own')
      this.#failed()
    }
  }

  #ask(mode: CheckpointMode): Promise<Outcome | undefined> {
    const worker = (this.#worker ??= this.#start())
    return new Promise((resolve, reject) => {
      const answered = (outcome: Outcome | undefined): void => {
        worker.off('error', reject).off('exit', ended)
        resolve(outcome)
      }
      const ended = (): void => reject(new Error('the thread has ended'))
      worker.once('message', answered).once('error', reject).once('exit', ended)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
      worker.postMessage(mode)
    })
  }

  #start(): Worker {
    const worker = new Worker(this.#program, { workerData: this.#databasePath })
    worker.unref()
    return worker
  }
}
