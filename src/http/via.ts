import type { FastifyRequest } from 'fastify'
import type { Via } from '../core/actor.ts'
import { bareAddress, isLoopback } from '../core/address.ts'

const longestUserAgent = 255

/** Where a request came from. */
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
    this.ip = callerOf(request)
    this.#request = request
  }

  get local(): boolean {
    return isLocal(this.#request)
  }

  get host(): string | null {
    return this.#request.host || null
  }

  get userAgent(): string | null {
    return this.#request.headers['user-agent']?.slice(0, longestUserAgent) ?? null
  }

  get requestId(): string {
    return this.#request.id
  }
}

/**
 * The address behind a request. Without a proxy to trust it is the peer's. A proxy that names the caller in words that
 * mean nothing has not named anybody: then all that it sends counts as its own.
 */
export function callerOf(request: FastifyRequest): string {
  if (request.ips === undefined) return request.ip
  return bareAddress(request.ip) ?? request.socket.remoteAddress ?? ''
}

/** What proxies add. One that names the scheme or itself and not the caller is a proxy all the same. */
const ofProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** A proxy on this machine that nobody told us of, or that does not say who calls, would make every stranger look local. */
function isLocal({ headers, ip, ips }: FastifyRequest): boolean {
  const forwarded = ofProxies.some((name) => headers[name] !== undefined)
  const believed = ips !== undefined && ips.length > 1
  return isLoopback(bareAddress(ip) ?? '') && (!forwarded || believed)
}
