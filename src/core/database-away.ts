import { Fault } from './errors.ts'

/** PostgreSQL's own: a connection that broke or was refused, a server that stops or starts, no connection left. */
const states = /^(?:08...|57P0[123]|53300)$/
/** Of the system, while it is being reached. */
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
/** Of the driver, which has no codes for them. */
const words =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether something failed because the database went away, as in a failover: it passes. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return states.test(code) || unreachable.has(code) || words.test(error.message) || isDatabaseAway(error.cause)
}

export const databaseIsAway = 'The database does not answer, and this could not be finished: try again in a moment'

export function databaseFault(): Fault {
  return new Fault('unavailable', databaseIsAway, { code: 'INTERNAL_ERROR' })
}
