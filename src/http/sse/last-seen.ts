import type { FastifyRequest } from 'fastify'

/** What a reader who comes back says that they got last. Null for anything that is no number of ours: they begin anew. */
export function lastSeenOf(request: FastifyRequest): number | null {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && /^\d{1,10}$/.test(header) ? Number(header) : null
}
