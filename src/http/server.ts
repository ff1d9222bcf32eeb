import { randomUUID } from 'node:crypto'
import { maxHeaderSize } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { bareAddress, type Cidr, contains } from '../core/address.ts'
import { answerBrokenRequests } from './answer-broken-requests.ts'
import { api } from './api/api.ts'
import { docs } from './api/docs.ts'
import { gitDoor } from './git/git-door.ts'
import { lfsDoor } from './git/lfs-door.ts'
import { health, type Phase, refuseWhileStarting } from './health.ts'
import type { Metrics } from './metrics.ts'
import { noticeProxies } from './notice-proxies.ts'
import { observe } from './observe.ts'
import { OpenAnswers } from './open-answers.ts'
import { plainTarget } from './plain-target.ts'
import { securityHeaders } from './security-headers.ts'
import type { NotificationStreams } from './sse/notification-streams.ts'
import { streamDoor } from './sse/stream-door.ts'
import { boundUnread } from './unread-answers.ts'
import { leaveUnread } from './unread-bodies.ts'
import { web } from './web/web.ts'

export interface ServerParts {
  readonly metrics: Metrics
  readonly phase: () => Phase
  readonly assetsFolder: string
  readonly streams: NotificationStreams
}

/** The HTTP doors, put together. Nothing listens yet. */
export function createServer(app: App, { metrics, phase, assetsFolder, streams }: ServerParts): FastifyInstance {
  const server = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: trusted(app.config.TRUSTED_PROXIES),
    rewriteUrl: (request) => plainTarget(request.url ?? '/'),
    // Node takes no longer request line: the router never has to refuse one in words of its own.
    routerOptions: { maxParamLength: maxHeaderSize },
    // Slow clients hold a connection, not a worker; these end those that hold it for nothing. A push may take hours: how
    // long a body may take is the business of each door.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Most requests have no body: they need no stream to read it from.
    http: { requireHostHeader: false, optimizeEmptyRequests: true },
    clientErrorHandler: answerBrokenRequests(app),
  })
  server.server.headersTimeout = 20_000
  const open = new OpenAnswers()
  observe(server, app, { metrics, open })
  noticeProxies(server, app)
  securityHeaders(server, app.config)
  leaveUnread(server)
  boundUnread(server, app, open)
  refuseWhileStarting(server, phase)
  health(server, app, { metrics, phase, streams })
  api(server, app)
  docs(server, app)
  gitDoor(server, app)
  lfsDoor(server, app)
  streamDoor(server, app, streams)
  web(server, app, assetsFolder)
  return server
}

/** Without a proxy to trust the peer is the caller, and nobody has to look at the headers of every request. Who has
 * hung up has no address any more. */
function trusted(proxies: readonly Cidr[]): false | ((address: string | undefined) => boolean) {
  return proxies.length === 0
    ? false
    : (address) => proxies.some((proxy) => contains(proxy, bareAddress(address) ?? ''))
}
