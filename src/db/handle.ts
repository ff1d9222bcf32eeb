import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Reading: what both the database and an open transaction can do. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'with' | 'withRecursive' | 'fn' | 'dynamic' | 'case'>

export type Dialect = 'sqlite' | 'postgres'

declare const openTransaction: unique symbol

/** An open transaction: the only thing that can write. Only `inTransaction` makes one, and it may not leave it. */
export interface Tx extends Kysely<Schema> {
  readonly [openTransaction]: true
  readonly dialect: Dialect
  /** When the transaction began: one time for all that it writes. */
  readonly now: number
  /**
   * Tells every process, this one included, once this has been committed; never when it was not. `about` is short and
   * says what to look at; empty: everything.
   */
  notify(channel: Channel, about?: string): Promise<void>
}

/** The database outside a transaction: reads only. Calling it while a transaction is open is an error (see guard.ts). */
export interface Db extends Reader {
  readonly dialect: Dialect
  /**
   * A number that changes whenever anything at all was committed, by whichever process; null where the database
   * cannot tell cheaply. What was read under a version is still true while the version is the same.
   */
  version(): number | null
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  listen(channel: Channel, heard: (about: string) => void): () => void
  /** Fails when the database cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

export type Channel = 'jobs' | 'hooks' | 'notifications' | 'sessions' | 'pipelines' | 'logs' | 'counts' | 'bans'
