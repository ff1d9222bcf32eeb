import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { DiskFault } from '../../core/disk-failure.ts'
import type { FaultKind } from '../../core/errors.ts'
import { toFault } from '../to-fault.ts'

const mediaType = 'application/vnd.git-lfs+json'

/** The statuses of the LFS specification. */
const status: Record<FaultKind, number> = {
  malformed: 400,
  invalid: 422,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  overtaken: 412,
  'rate-limited': 429,
  'too-large': 413,
  'too-slow': 408,
  unsupported: 415,
  unsatisfiable: 416,
  internal: 500,
  unavailable: 503,
}
/** No room, or a disk that fails; what else is unavailable passes, and is tried again. */
const noStorage = 507

export function sendLfs(reply: FastifyReply, code: number, body: object): FastifyReply {
  // As bytes: to a text the framework would add a charset that the specification does not have.
  const bytes = Buffer.from(JSON.stringify(body))
  return reply.code(code).header('cache-control', 'no-store').type(mediaType).send(bytes)
}

export function answerLfsFault(
  app: Pick<App, 'config' | 'log'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const fault = toFault(app, error, request)
  if (fault.kind === 'unauthorized') {
    const challenge = 'Basic realm="Stithy", charset="UTF-8"'
    reply.header('lfs-authenticate', challenge).header('www-authenticate', challenge)
  }
  if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', fault.retryAfterSeconds)
  return sendLfs(reply, fault instanceof DiskFault ? noStorage : status[fault.kind], {
    message: fault.message,
    documentation_url: `${app.config.BASE_URL}/api/docs`,
    request_id: request.id,
  })
}
