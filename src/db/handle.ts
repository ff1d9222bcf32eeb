import type { Kysely } from 'kysely'
import type { Channel } from './channels.ts'
import type { PendingWords } from './pending-words.ts'
import type { Askable } from './prepared.ts'
import type { Schema } from './schema.ts'

/** What questions are made with. */
export type Builder = Pick<Kysely<Schema>, 'selectFrom' | 'with' | 'withRecursive' | 'fn' | 'dynamic' | 'case'>

/** What changes are made with, and whole texts of SQL are asked by. */
type Writer = Pick<Kysely<Schema>, 'insertInto' | 'updateTable' | 'deleteFrom' | 'getExecutor'>

/** Reading: what both the database and an open transaction can do. */
export type Reader = Builder & Askable

export type Dialect = 'sqlite' | 'postgres'

export type Version = number | string

declare const openTransaction: unique symbol

/** An open transaction: the only thing that can write. Only `inTransaction` makes one, and it may not leave it. */
export interface Tx extends Reader, Writer {
  readonly [openTransaction]: true
  /** When the transaction began: one time for all that it writes. */
  readonly now: number
  /** What it says has happened: its name, where one is needed (see core/checkpoint.ts). */
  readonly tells: Set<string>
  /** What waits for the commit, on SQLite (see full-text.ts). */
  readonly words: PendingWords | null
  /**
   * Tells every process, this one included, once this has been committed; never when it was not. `about` is short and
   * says what to look at; empty: everything.
   */
  notify(channel: Channel, about?: string): Promise<void>
  /** Adds one row, by a text that was compiled before, and returns its id (see prepared.ts). */
  add(text: string, values: readonly unknown[]): Promise<number>
}

/** The database outside a transaction: reads only. Calling it while a transaction is open is an error (see guard.ts). */
export interface Db extends Reader {
  /**
   * Changes whenever anything at all was committed, by whichever process. What was read while it was the same before and
   * after is still true while it is the same. A promise where the database has to be asked.
   */
  version(): Version | Promise<Version>
  /**
   * What `load` reads, remembered under `key` for as long as nothing at all is committed: whoever asks gets what reading
   * it would give them. A promise only where it has to be waited for.
   */
  recall<V extends object>(
    key: string,
    load: () => Promise<V | undefined>,
    /** About how many bytes it takes. */
    sizeOf?: (value: V) => number,
  ): V | Promise<V | undefined>
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  listen(channel: Channel, heard: (about: string) => void): () => void
  /** Fails when the database cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}
