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

export function securityHeaders(server: FastifyInstance, config: Config): void {
  server.addHook('onRequest', (_request, reply, done) => {
    reply
      .header('x-content-type-options', 'nosniff')
      .header('x-frame-options', 'DENY')
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('content-security-policy', contentPolicy)
    if (isSecure(config)) reply.header('strict-transport-security', 'max-age=31536000')
    done()
  })
}
