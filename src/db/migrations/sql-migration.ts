import type { Dialect } from '../handle.ts'

/** One text for both databases. `identity` (the column that numbers the rows) and `bytes` are spelled differently. */
export interface SqlMigration {
  readonly name: string
  readonly up: string
  /** Holds nothing of its own, all is made of other tables: no backup has it, and a restore makes it anew behind them. */
  readonly isDerived?: boolean
  /** What follows, one statement each, where they have nothing in common: triggers, full-text search. */
  readonly after?: Readonly<Record<Dialect, readonly string[]>>
}
