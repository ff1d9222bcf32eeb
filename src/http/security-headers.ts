import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isSecure } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers with data, never with a page. */
    isData?: boolean
  }
}

/** Nothing from anywhere else, no inline script or style. `data:` images are QR codes that we draw ourselves. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Data is never shown as a page, by whatever trick it is opened as one. For doors that give data to say themselves. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

export function securityHeaders(server: FastifyInstance, config: Config): void {
  const always = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isSecure(config) ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  const forData = { ...always, 'content-security-policy': dataPolicy }
  // Data leads nowhere and opens nothing: what it may tell and reach is a matter of pages, and each header takes time.
  const forPages = {
    ...always,
    'content-security-policy': contentPolicy,
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  }
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.isData === true ? forData : forPages)
    done()
  })
}
