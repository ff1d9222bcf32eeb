import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isSecure } from './session-cookie.ts'

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
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    ...(isSecure(config) ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  const forPages = { ...always, 'content-security-policy': contentPolicy }
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(forPages)
    done()
  })
}
