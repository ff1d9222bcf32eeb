import type { Passing } from '../core/checkpoint.ts'
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'

/** What a database needs from outside. */
export interface DatabaseParts {
  readonly clock: Clock
  readonly log: Log
  readonly passing: Passing
  /** The program of a thread that SQLite's log is moved by; for what runs long. */
  readonly checkpointer?: URL
}
