import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { guarded, passCommit, type TxParts } from './guard.ts'
import type { Tx } from './handle.ts'
import type { Schema } from './schema.ts'

interface Waiting {
  /** Does the work inside a savepoint. Null when it failed and was rolled back, which its caller has been told. */
  run(): Promise<Done | null>
  refuse(error: unknown): void
}

/** Work that was done but is not on disk yet: its caller hears of it only after the commit. */
interface Done {
  readonly tells: ReadonlySet<string>
  afterCommit(): void
  committed(): void
  lost(error: unknown): void
}

const batchSize = 64
/** Nobody else is served meanwhile. */
const batchMs = 5
const busyPauseMs = 20
const busyPatienceMs = 10_000

/** Brings what was committed to the disk, and from the log into the database. */
export interface Durability {
  onDisk(): Promise<void>
  /** Not null: nothing can be promised any more. */
  readonly broken: unknown
  committed(): void
  /** Between two transactions. */
  beginAnew(): Promise<void>
}

/**
 * One transaction after the other on the one writing connection. Transactions that wait at the same time share a
 * commit, each inside a savepoint of its own, and commits that wait at the same time share a sync: that is what makes
 * many small durable writes a second possible. One that fails is rolled back alone; nobody hears "done" before the sync.
 * Others may see what was committed a moment before it is on disk. What they write then comes behind it in the log, and
 * is never on disk without it.
 */
export class SqliteWriter {
  readonly #connection: Database.Database
  readonly #kysely: Kysely<Schema>
  readonly #parts: TxParts
  readonly #durability: Durability
  readonly #queue: Waiting[] = []
  readonly #unsynced = new Set<Promise<void>>()
  readonly #say: Record<'begin' | 'commit' | 'savepoint' | 'release', Database.Statement>
  #draining: Promise<void> | null = null

  constructor(
    connection: Database.Database,
    kysely: Kysely<Schema>,
    { durability, ...parts }: TxParts & { readonly durability: Durability },
  ) {
    this.#connection = connection
    this.#kysely = kysely
    this.#parts = parts
    this.#durability = durability
    this.#say = {
      begin: connection.prepare('BEGIN IMMEDIATE'),
      commit: connection.prepare('COMMIT'),
      savepoint: connection.prepare('SAVEPOINT one'),
      release: connection.prepare('RELEASE one'),
    }
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ run: () => this.#inSavepoint(work, resolve, reject), refuse: reject })
      this.#draining ??= this.#drain()
    })
  }

  async idle(): Promise<void> {
    while (this.#draining !== null || this.#unsynced.size > 0) await Promise.all([this.#draining, ...this.#unsynced])
  }

  async #drain(): Promise<void> {
    // Lets all requests that have arrived by now join the batch: each comes with a call of its own from the event loop,
    // and those that came in while the last commit was being written have not even been read yet.
    do {
      await turn()
      await this.#durability.beginAnew()
      await this.#batch()
    } while (this.#queue.length > 0)
    // In the same turn as the look at the queue: whoever comes next starts a new round.
    this.#draining = null
  }

  async #batch(): Promise<void> {
    try {
      await this.#begin()
    } catch (error) {
      this.#queue.shift()?.refuse(error)
      return
    }
    const done: Done[] = []
    try {
      const until = performance.now() + batchMs
      for (let count = 0; count < batchSize && performance.now() < until; count++) {
        const next = this.#queue.shift()
        if (next === undefined) break
        const one = await next.run()
        if (one !== null) done.push(one)
        // A full disk or an I/O error can end the whole transaction by itself.
        if (!this.#connection.inTransaction) throw new Error('SQLite rolled the transaction back')
      }
      for (const { tells } of done) await passCommit(this.#parts.passing, 'commit', tells)
      this.#say.commit.run()
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
      for (const one of done) one.lost(error)
      return
    }
    this.#durability.committed()
    const synced = this.#tellWhenSynced(done).finally(() => this.#unsynced.delete(synced))
    this.#unsynced.add(synced)
  }

  /** The next batch need not wait for it. */
  async #tellWhenSynced(done: readonly Done[]): Promise<void> {
    try {
      await this.#durability.onDisk()
    } catch (error) {
      for (const one of done) one.lost(error)
      return
    }
    for (const one of done) await this.#tell(one)
  }

  /** Whoever waits for it hears of an error behind the commit too: then nobody can know but by looking. */
  async #tell(one: Done): Promise<void> {
    one.afterCommit()
    try {
      await passCommit(this.#parts.passing, 'committed', one.tells)
      one.committed()
    } catch (error) {
      one.lost(error)
    }
  }

  async #inSavepoint<T>(
    work: (tx: Tx) => Promise<T>,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): Promise<Done | null> {
    this.#say.savepoint.run()
    try {
      const { value, tells, afterCommit } = await guarded(this.#kysely, this.#parts, work)
      this.#say.release.run()
      return {
        tells,
        afterCommit,
        committed: () => resolve(value),
        lost: reject,
      }
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK TO one; RELEASE one')
      reject(error)
      return null
    }
  }

  /** Another process (the command line, a backup) may hold the database: waits for it without blocking the thread. */
  async #begin(): Promise<void> {
    if (this.#durability.broken !== null)
      throw new Error('The disk has failed: restart', { cause: this.#durability.broken })
    const until = performance.now() + busyPatienceMs
    for (;;) {
      try {
        this.#say.begin.run()
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error
        await sleep(busyPauseMs)
      }
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}
