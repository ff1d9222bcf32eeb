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
   * Does the work. Null when it failed and nothing is left of it, which its caller has been told. `undo` when it failed and
   * something is left: then nobody has been told anything.
   */
  run(batch: Batch, isApart: boolean): Promise<Done | null | typeof undo>
  refuse(error: unknown): void
  /** It was in a batch that was undone: it may be what failed. */
  isApart: boolean
}

const undo = Symbol('undo')

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
  /** In a savepoint of its own. */
  readonly isApart: boolean
  readonly resolve: (value: T) => void
  readonly reject: (error: unknown) => void
}

interface Writing {
  readonly durability: SqliteDurability
  /** How many statements that may write were prepared for the connection so far. */
  readonly written: () => number
}

const batchSize = 64
/** Nobody else is served meanwhile. */
const batchMs = 8
/** Of words to index, which takes about as long. */
const batchWords = 50_000

/**
 * One transaction after the other on the one writing connection. Transactions that wait at the same time share a
 * commit and its way to the disk: that is what makes many small durable writes a second possible. One that fails mostly has
 * written nothing yet. Where it has, all that share its commit are undone and done again, now each inside a savepoint of its
 * own, where it is rolled back alone: a savepoint for everything would cost a tenth of it. Nobody hears "done" before the
 * sync. Others may see what was committed a moment before it is on disk. What they write then comes behind it in the log,
 * and is never on disk without it.
 */
export class SqliteWriter {
  readonly #connection: Database.Database
  readonly #kysely: Kysely<Schema>
  readonly #parts: TxParts
  readonly #durability: SqliteDurability
  readonly #written: () => number
  readonly #queue: Waiting[] = []
  readonly #unsynced = new Set<Promise<void>>()
  readonly #say: Record<'begin' | 'commit' | 'savepoint' | 'release', Database.Statement>
  #draining: Promise<void> | null = null
  /** The last commit, or that it failed. */
  #onDisk: Promise<void> = Promise.resolve()

  constructor(
    connection: Database.Database,
    kysely: Kysely<Schema>,
    { durability, written, ...parts }: TxParts & Writing,
  ) {
    this.#connection = connection
    this.#kysely = kysely
    this.#parts = parts
    this.#durability = durability
    this.#written = written
    this.#say = {
      begin: connection.prepare('BEGIN IMMEDIATE'),
      commit: connection.prepare('COMMIT'),
      savepoint: connection.prepare('SAVEPOINT one'),
      release: connection.prepare('RELEASE one'),
    }
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = (batch: Batch, isApart: boolean) => this.#do(work, { batch, isApart, resolve, reject })
      this.#queue.push({ run, refuse: reject, isApart: false })
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
    const begun: Waiting[] = []
    const done: Done[] = []
    // Whoever comes while one is at work alone has a commit of their own.
    const batch: Batch = { isAlone: this.#queue.length === 1, words: new PendingWords() }
    try {
      const until = performance.now() + batchMs
      const isFull = (): boolean => performance.now() >= until || batch.words.length >= batchWords
      for (let count = 0; count < (batch.isAlone ? 1 : batchSize) && !isFull(); count++) {
        const next = this.#queue.shift()
        if (next === undefined) break
        begun.push(next)
        const one = await next.run(batch, next.isApart && !batch.isAlone)
        if (one === undo) {
          this.#beginAgain(begun)
          return
        }
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

  /** In the same order, before all others. */
  #beginAgain(begun: readonly Waiting[]): void {
    this.#connection.exec('ROLLBACK')
    for (const one of begun) one.isApart = true
    this.#queue.unshift(...begun)
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

  async #do<T>(
    work: (tx: Tx) => Promise<T>,
    { batch, isApart, resolve, reject }: Doing<T>,
  ): Promise<Done | null | typeof undo> {
    const words = new PendingWords(batch.words)
    if (isApart) this.#say.savepoint.run()
    const before = this.#written()
    try {
      const { value, tells, afterCommit } = await guarded(this.#kysely, { ...this.#parts, words }, work)
      if (isApart) this.#say.release.run()
      words.settle()
      return {
        tells,
        afterCommit,
        committed: () => resolve(value),
        lost: reject,
      }
    } catch (error) {
      if (this.#connection.inTransaction) {
        if (isApart) this.#connection.exec('ROLLBACK TO one; RELEASE one')
        else if (!batch.isAlone && this.#written() > before) return undo
      }
      reject(error)
      return null
    }
  }
}
