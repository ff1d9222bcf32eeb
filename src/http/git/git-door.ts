import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { malformed } from '../../core/errors.ts'
import type { OpenRepo } from '../../features/access/require-repo.ts'
import { receivePush } from '../../features/transport/receive-push.ts'
import { advertise, serveFetch } from '../../features/transport/serve-fetch.ts'
import { toFault } from '../to-fault.ts'
import { identifyGit } from './identify-git.ts'
import { limitBytes } from './limit-bytes.ts'
import { openForGit } from './open-for-git.ts'

type Service = 'git-upload-pack' | 'git-receive-pack'

/** A fetch says what it has and wants; ten mebibytes are two hundred thousand commits. */
const largestNegotiation = 10 * 1024 * 1024

/** Git over HTTP: three routes around git itself. */
export function gitDoor(server: FastifyInstance, app: App): void {
  void server.register((scope, _options, done) => {
    // Bodies are packs of any size: they stream to git and are never collected.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, ready) => ready(null, payload))
    scope.setErrorHandler((error, request, reply) => answerGit(app, error, request, reply))

    scope.get('/:owner/:repo/info/refs', async (request, reply) => {
      const service = serviceOf((request.query as { service?: unknown }).service)
      const { repo } = await openFor(app, request, service)
      const refs = await advertise(
        app,
        repo,
        service === 'git-upload-pack' ? 'upload-pack' : 'receive-pack',
        protocolOf(request),
      )
      return reply.header('cache-control', 'no-cache').type(`application/x-${service}-advertisement`).send(refs)
    })
    scope.post('/:owner/:repo/git-upload-pack', (request, reply) => exchange(app, request, reply, 'git-upload-pack'))
    scope.post('/:owner/:repo/git-receive-pack', (request, reply) => exchange(app, request, reply, 'git-receive-pack'))
    done()
  })
}

async function exchange(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  service: Service,
): Promise<FastifyReply> {
  if (request.headers['content-type'] !== `application/x-${service}-request`) {
    throw malformed(`The Content-Type must be application/x-${service}-request`)
  }
  const { actor, repo } = await openFor(app, request, service)
  const input = bodyOf(request, service === 'git-upload-pack' ? largestNegotiation : app.config.MAX_PUSH_BYTES)
  reply.hijack()
  const output = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) output.setHeader(name, value)
  output.writeHead(200, { 'content-type': `application/x-${service}-result`, 'cache-control': 'no-cache' })
  const wire = { protocol: protocolOf(request), stateless: true, input, output }
  try {
    if (service === 'git-upload-pack') await serveFetch(app, repo, wire)
    else await receivePush(app, actor, repo, wire)
  } catch (error) {
    app.log.warn({ request_id: request.id, error: String(error) }, 'a git exchange broke')
    output.destroy()
  }
  return reply
}

async function openFor(app: App, request: FastifyRequest, service: Service): Promise<{ actor: Actor; repo: OpenRepo }> {
  const actor = await identifyGit(app, request)
  const params = request.params as { owner: string; repo: string }
  const need =
    service === 'git-upload-pack'
      ? ({ role: 'Reader', scope: 'repo:read' } as const)
      : ({ role: 'Developer', scope: 'repo:write' } as const)
  return { actor, repo: await openForGit(app, actor, params, need) }
}

function serviceOf(text: unknown): Service {
  if (text === 'git-upload-pack' || text === 'git-receive-pack') return text
  throw malformed('This server speaks the smart protocol only: use git 1.6.6 or newer')
}

function protocolOf(request: FastifyRequest): string {
  const text = request.headers['git-protocol']
  return typeof text === 'string' && /^[a-z0-9=:.-]{1,100}$/.test(text) ? text : ''
}

/** Unpacks a compressed request, and cuts off one that is, or grows, too large. */
function bodyOf(request: FastifyRequest, maxBytes: number): Readable {
  const body = request.body as Readable
  const limited = limitBytes(maxBytes)
  const zipped = request.headers['content-encoding'] === 'gzip' || request.headers['content-encoding'] === 'x-gzip'
  if (zipped) pipeline(body, createGunzip(), limited, () => undefined)
  else pipeline(body, limited, () => undefined)
  return limited
}

/** Git shows a plain text to the person behind it. */
function answerGit(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = toFault(app, error, request)
  const status = { malformed: 400, invalid: 400, unauthorized: 401, forbidden: 403, 'not-found': 404, conflict: 409 }
  if (fault.kind === 'unauthorized') reply.header('www-authenticate', 'Basic realm="Stithy", charset="UTF-8"')
  if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', fault.retryAfterSeconds)
  const code = fault.kind === 'rate-limited' ? 429 : fault.kind === 'too-large' ? 413 : undefined
  return reply
    .code(code ?? status[fault.kind as keyof typeof status] ?? 500)
    .type('text/plain; charset=utf-8')
    .send(`${fault.message}\n`)
}
