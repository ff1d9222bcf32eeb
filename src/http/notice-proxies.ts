import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { bareAddress, contains } from '../core/address.ts'
import { isPublicAddress } from '../core/public-address.ts'

type Needs = Pick<App, 'config' | 'log'>

/** What a request tells of settings that do not fit the proxy in front; null where it tells nothing. */
type Notice = (request: FastifyRequest, app: Needs) => string | null

const notices: readonly Notice[] = [namedByNobody, byAnotherScheme]

/**
 * Whoever sets up a proxy and forgets one of our settings sees pages that work, and limits that lock everybody out
 * together weeks later. So the log says it, each thing once.
 */
export function noticeProxies(server: FastifyInstance, app: Needs): void {
  let left = notices
  server.addHook('onRequest', (request, _reply, done) => {
    if (left.length > 0 && isForwarded(request)) {
      left = left.filter((notice) => {
        const said = notice(request, app)
        if (said !== null) app.log.warn({ peer: request.socket.remoteAddress }, said)
        return said === null
      })
    }
    done()
  })
}

function isForwarded({ headers }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined || headers['x-forwarded-proto'] !== undefined
}

/** A stranger may send these headers, too, and means nothing by it: a proxy of ours has an address of our own network. */
function namedByNobody(request: FastifyRequest, { config }: Needs): string | null {
  const peer = bareAddress(request.socket.remoteAddress) ?? ''
  if (peer === '' || isPublicAddress(peer) || config.TRUSTED_PROXIES.some((one) => contains(one, peer))) return null
  return 'a proxy says for whom it asks, but TRUSTED_PROXIES does not name it: everybody behind it counts as one, for limits and in the audit log'
}

function byAnotherScheme(request: FastifyRequest, { config }: Needs): string | null {
  // Believed only where the proxy is.
  if (request.protocol !== 'https' || !config.BASE_URL.startsWith('http://')) return null
  return `people come by https, but BASE_URL is ${config.BASE_URL}: links lead there, and cookies are not Secure`
}
