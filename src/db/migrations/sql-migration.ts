import type { Dialect } from '../handle.ts'

/** One text for both databases. `identity` (the column that numbers the rows) and `bytes` are spelled differently. */
export interface SqlMigration {
  readonly name: string
  readonly up: string
  /** What follows, one statement each, where they have nothing in common: triggers, full-text search. */
  readonly after?: Readonly<Record<Dialect, readonly string[]>>
}
