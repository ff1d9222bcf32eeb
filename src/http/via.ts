import type { FastifyRequest } from 'fastify'
import type { Via } from '../core/actor.ts'
import { isLoopback } from '../core/address.ts'

const longestUserAgent = 255

/** Where a request came from. `request.ip` is the peer, or what a trusted proxy said of it. */
export function viaOf(request: FastifyRequest, door: 'web' | 'api'): Via {
  return new RequestVia(request, door)
}

/** Made for every request; most of it is asked for by one in a million, and worked out only then. */
class RequestVia implements Via {
  readonly door: 'web' | 'api'
  /** Kept: once the caller has hung up, nobody knows it any more. */
  readonly ip: string
  readonly #request: FastifyRequest

  constructor(request: FastifyRequest, door: 'web' | 'api') {
    this.door = door
    this.ip = request.ip
    this.#request = request
  }

  get local(): boolean {
    return isLocal(this.#request)
  }

  get userAgent(): string | null {
    return this.#request.headers['user-agent']?.slice(0, longestUserAgent) ?? null
  }

  get requestId(): string {
    return this.#request.id
  }
}

/** A proxy on this machine that nobody told us of would make every stranger look local. */
function isLocal({ headers, ip, ips }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  const believed = ips !== undefined && ips.length > 1
  return isLoopback(ip) && (!forwarded || believed)
}
