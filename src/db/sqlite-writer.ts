import { setImmediate as turn } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { writePending } from './full-text.ts'
import { guarded, passCommit, type TxParts } from './guard.ts'
import type { Tx } from './handle.ts'
import { PendingWords } from './pending-words.ts'
import { runPatiently } from './run-patiently.ts'
import type { Schema } from './schema.ts'
import type { SqliteDurability } from './sqlite-durability.ts'

interface Waiting {
  /**
   * Does the work, inside a savepoint unless it is alone. Null when it failed and was rolled back, which its caller has
   * been told.
   */
  run(batch: Batch): Promise<Done | null>
  refuse(error: unknown): void
}

/** Work that was done but is not on disk yet: its caller hears of it only after the commit. */
interface Done {
  readonly tells: ReadonlySet<string>
  afterCommit(): void
  committed(): void
  lost(error: unknown): void
}

interface Batch {
  readonly isAlone: boolean
  readonly words: PendingWords
}

interface Doing<T> {
  readonly batch: Batch
  readonly resolve: (value: T) => void
  readonly reject: (error: unknown) => void
}

const batchSize = 64
/** Nobody else is served meanwhile. */
const batchMs = 8
/** Of words to index, which takes about as long. */
const batchWords = 50_000

/**
 * One transaction after the other on the one writing connection. Transactions that wait at the same time share a
 * commit and its way to the disk, each inside a savepoint of its own: that is what makes many small durable writes a
 * second possible. One that fails is rolled back alone; nobody hears "done" before the sync. Others may see what was
 * committed a moment before it is on disk. What they write then comes behind it in the log, and is never on disk without
 * it.
 */
export class SqliteWriter {
  readonly #connection: Database.Database
  readonly #kysely: Kysely<Schema>
  readonly #parts: TxParts
  readonly #durability: SqliteDurability
  readonly #queue: Waiting[] = []
  readonly #unsynced = new Set<Promise<void>>()
  readonly #say: Record<'begin' | 'commit' | 'savepoint' | 'release', Database.Statement>
  #draining: Promise<void> | null = null
  /** The last commit, or that it failed. */
  #onDisk: Promise<void> = Promise.resolve()

  constructor(
    connection: Database.Database,
    kysely: Kysely<Schema>,
    { durability, ...parts }: TxParts & { readonly durability: SqliteDurability },
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
      this.#queue.push({ run: (batch) => this.#do(work, { batch, resolve, reject }), refuse: reject })
      this.#draining ??= this.#drain()
    })
  }

  async idle(): Promise<void> {
    while (this.#draining !== null || this.#unsynced.size > 0) await Promise.all([this.#draining, ...this.#unsynced])
  }

  async #drain(): Promise<void> {
    // Lets all requests that have arrived by now join the batch: each comes with a call of its own from the event loop,
    // and those that came in while the last commit was being written have not even been read yet. As long as that one is
    // on its way to the disk, nobody would hear of another earlier: more of them share the next.
    do {
      await turn()
      await this.#onDisk
      await this.#durability.beginAnew()
      await this.#batch()
    } while (this.#queue.length > 0)
    // In the same turn as the look at the queue: whoever comes next starts a new round.
    this.#draining = null
  }

  async #batch(): Promise<void> {
    try {
      this.#durability.requireSound()
      await runPatiently(this.#say.begin)
    } catch (error) {
      this.#queue.shift()?.refuse(error)
      return
    }
    const done: Done[] = []
    // Whoever comes while one is at work alone has a commit of their own.
    const batch: Batch = { isAlone: this.#queue.length === 1, words: new PendingWords() }
    try {
      const until = performance.now() + batchMs
      const isFull = (): boolean => performance.now() >= until || batch.words.length >= batchWords
      for (let count = 0; count < (batch.isAlone ? 1 : batchSize) && !isFull(); count++) {
        const next = this.#queue.shift()
        if (next === undefined) break
        const one = await next.run(batch)
        if (one !== null) done.push(one)
        // A full disk or an I/O error can end the whole transaction by itself.
        if (!this.#connection.inTransaction) throw new Error('SQLite rolled the transaction back')
      }
      if (done.length === 0) {
        this.#connection.exec('ROLLBACK')
        return
      }
      await writePending((text, values) => this.#parts.ask(this.#kysely, text, values), batch.words)
      for (const { tells } of done) await passCommit(this.#parts.passing, 'commit', tells)
      this.#say.commit.run()
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
      for (const one of done) one.lost(error)
      return
    }
    const onDisk = this.#durability.committed()
    this.#onDisk = onDisk.catch(() => undefined)
    const synced = this.#tellWhen(onDisk, done).finally(() => this.#unsynced.delete(synced))
    this.#unsynced.add(synced)
  }

  /** The next batch need not wait for it. */
  async #tellWhen(onDisk: Promise<void>, done: readonly Done[]): Promise<void> {
    try {
      await onDisk
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

  async #do<T>(work: (tx: Tx) => Promise<T>, { batch, resolve, reject }: Doing<T>): Promise<Done | null> {
    const { isAlone } = batch
    const words = new PendingWords(batch.words)
    if (!isAlone) this.#say.savepoint.run()
    try {
      const { value, tells, afterCommit } = await guarded(this.#kysely, { ...this.#parts, words }, work)
      if (!isAlone) this.#say.release.run()
      words.settle()
      return {
        tells,
        afterCommit,
        committed: () => resolve(value),
        lost: reject,
      }
    } catch (error) {
      if (!isAlone && this.#connection.inTransaction) this.#connection.exec('ROLLBACK TO one; RELEASE one')
      reject(error)
      return null
    }
  }
}
