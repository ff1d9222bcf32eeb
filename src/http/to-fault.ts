import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { databaseFault, isDatabaseAway } from '../core/database-away.ts'
import { DiskFault, isDiskFailure } from '../core/disk-failure.ts'
import { Fault, malformed, tooLarge } from '../core/errors.ts'

const danglingCodes = new Set(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'])

/** Whatever was thrown, as something that a caller may be told. What nobody meant to throw is logged and kept vague. */
export function toFault(app: Pick<App, 'log'>, error: unknown, request: FastifyRequest): Fault {
  if (error instanceof Fault) return error
  if (error instanceof Error && 'code' in error && 'statusCode' in error) {
    if (error.statusCode === 413) return tooLarge(request.routeOptions.bodyLimit)
    // The framework's own refusals: a bad Content-Length, a URL that cannot be decoded, a broken body.
    if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500) {
      return malformed(error.message)
    }
  }
  if (refersToNothing(error)) {
    return new Fault('not-found', 'What this belongs to was deleted a moment ago', { code: 'NOT_FOUND' })
  }
  if (holdsNul(error)) return malformed('A text holds the character NUL, which nothing here can have')
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  app.log.error(
    { request_id: request.id, method: request.method, route: request.routeOptions.url, error: stack },
    'a request failed',
  )
  if (isDiskFailure(error)) return new DiskFault()
  if (isDatabaseAway(error)) return databaseFault()
  return new Fault('internal', 'Something went wrong on our side; it was logged', { code: 'INTERNAL_ERROR' })
}

/** What a row was to belong to was deleted while the request was under way: both databases say so at the last moment. */
function refersToNothing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && danglingCodes.has(String(error.code))
}

/** PostgreSQL has no text with it. Where it means something we say so ourselves; this is for wherever it does not. */
function holdsNul(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22021'
}
