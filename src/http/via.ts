import type { FastifyRequest } from 'fastify'
import type { Via } from '../core/actor.ts'
import { isLoopback } from '../core/address.ts'

const longestUserAgent = 255

/** Where a request came from. `request.ip` is the peer, or what a trusted proxy said of it. */
export function viaOf(request: FastifyRequest, door: 'web' | 'api'): Via {
  const { headers, ip } = request
  // A proxy on this machine that nobody told us of would make every stranger look local.
  const forwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  const believed = request.ips !== undefined && request.ips.length > 1
  return {
    door,
    ip,
    local: isLoopback(ip) && (!forwarded || believed),
    userAgent: headers['user-agent']?.slice(0, longestUserAgent) ?? null,
    requestId: request.id,
  }
}
