import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { forbidden } from '../core/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export function changesSomething(request: FastifyRequest): boolean {
  return !safeMethods.has(request.method)
}

/**
 * A browser sends the cookie along with what other sites make it send, too. So a change that rides on the cookie must
 * say that it comes from our own pages; a request that says nothing is refused. Comparing with the Host header is sound
 * here: no foreign page can choose it, and a browser that was lured to another name has no cookie for it.
 */
export function requireSameOrigin(config: Config, request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw crossSite()
  if (origin !== undefined && !isOwn(config, request, origin)) throw crossSite()
  if (site === undefined && origin === undefined) throw crossSite()
}

/** For forms that need no cookie (signing in): refuses only what says that it comes from elsewhere. */
export function refuseOtherOrigin(config: Config, request: FastifyRequest): void {
  if (request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined) {
    requireSameOrigin(config, request)
  }
}

export function isOwn(config: Config, request: FastifyRequest, origin: string): boolean {
  if (origin === config.BASE_URL) return true
  return URL.canParse(origin) && new URL(origin).host === request.headers.host
}

function crossSite(): Error {
  return forbidden('This request came from another site, or did not say where from')
}
