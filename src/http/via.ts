import type { FastifyRequest } from 'fastify'
import type { Via } from '../core/actor.ts'
import { isLoopback } from '../core/address.ts'

const longestUserAgent = 255

/** Where a request came from. `request.ip` is the peer, or what a trusted proxy said of it. */
export function viaOf(request: FastifyRequest, door: 'web' | 'api'): Via {
  return {
    door,
    ip: request.ip,
    // Asked for by one request in a million: not worked out for the others.
    get local() {
      return isLocal(request)
    },
    userAgent: request.headers['user-agent']?.slice(0, longestUserAgent) ?? null,
    requestId: request.id,
  }
}

/** A proxy on this machine that nobody told us of would make every stranger look local. */
function isLocal({ headers, ip, ips }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  const believed = ips !== undefined && ips.length > 1
  return isLoopback(ip) && (!forwarded || believed)
}
