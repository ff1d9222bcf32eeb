import { Fault } from './errors.ts'

/**
 * PostgreSQL's own: a connection that broke or was refused, a server that stops or starts, no connection left, a
 * password that was changed, a standby that only reads, a transaction that nobody went on with.
 */
const states = /^(?:08...|28...|57P0[123]|53300|25006|25P03)$/
/** Of the system, while it is being reached. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Of the driver, which has no codes for them. */
const words =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

/** It has not answered for some time, and is not even asked. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'

  constructor() {
    super('The database does not answer')
  }
}

/** It answers, and only lets us read: a standby that has not taken over yet, or one that never will. */
export class DatabaseReadOnly extends Error {
  override readonly name = 'DatabaseReadOnly'

  constructor() {
    super('The database only reads')
  }
}

/** Whether something failed because the database went away, as in a failover: it passes. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseAway) return true
  const code = 'code' in error ? String(error.code) : ''
  return states.test(code) || unreachable.has(code) || words.test(error.message) || isDatabaseAway(error.cause)
}

export const databaseIsAway = 'The database does not answer, and this could not be finished: try again in a moment'

export function databaseFault(): Fault {
  return new Fault('unavailable', databaseIsAway, { code: 'INTERNAL_ERROR' })
}
