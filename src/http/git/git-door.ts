import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { type Fault, type FaultKind, malformed, unsupported } from '../../core/errors.ts'
import type { OpenRepo } from '../../features/access/require-repo.ts'
import { advertise } from '../../features/transport/advertise.ts'
import { receivePush } from '../../features/transport/receive-push.ts'
import { serveFetch } from '../../features/transport/serve-fetch.ts'
import { type Protocol, parseProtocol } from '../../features/transport/wire.ts'
import { toFault } from '../to-fault.ts'
import { asking, guardedBody, type Patience, packing } from './guarded-body.ts'
import { identifyGit } from './identify-git.ts'
import { openForGit } from './open-for-git.ts'

type Service = 'git-upload-pack' | 'git-receive-pack'

/** A fetch says what it has and wants; ten mebibytes are two hundred thousand commits. */
const largestNegotiation = 10 * 1024 * 1024

/**
 * The pack itself is limited by git, which says so in a sentence; what we cut off is only ever cut off. So there is room
 * for that sentence to be reached, and for the names of some thirty thousand refs before the pack.
 */
const roomForCommands = 4 * 1024 * 1024

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
  const { actor, repo } = await openFor(app, request, service)
  if (request.headers['content-type'] !== `application/x-${service}-request`) {
    throw malformed(`There has to be a body, and its Content-Type must be application/x-${service}-request`)
  }
  const isFetch = service === 'git-upload-pack'
  const maxBytes = isFetch ? largestNegotiation : app.config.MAX_PUSH_BYTES + roomForCommands
  const input = bodyOf(request, maxBytes, isFetch ? asking : packing)
  reply.hijack()
  const output = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) output.setHeader(name, value)
  // Sent with the first byte: until then an error can still be told as one.
  output.setHeader('content-type', `application/x-${service}-result`).setHeader('cache-control', 'no-cache')
  const wire = { protocol: protocolOf(request), stateless: true, input, output }
  try {
    if (isFetch) await serveFetch(app, actor, repo, wire)
    else await receivePush(app, actor, repo, wire)
  } catch (error) {
    if (output.destroyed) return reply
    const { status, text, headers } = toldAs(isBadZip(error) ? badZip() : toFault(app, error, request))
    if (output.headersSent) output.destroy()
    else output.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' }).end(text)
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

function protocolOf(request: FastifyRequest): Protocol {
  const text = request.headers['git-protocol']
  return parseProtocol(typeof text === 'string' ? text : undefined)
}

/** Unpacks a compressed request; cuts off one that is, or grows, too large, or comes too slowly. */
function bodyOf(request: FastifyRequest, maxBytes: number, patience: Patience): Readable {
  const body = request.body as Readable
  const isPacked = isZipped(request)
  const sent = guardedBody(maxBytes, patience)
  if (!isPacked) return pipeline(body, sent, () => undefined)
  return pipeline(body, sent, createGunzip(), guardedBody(maxBytes, patience), () => undefined)
}

function isZipped({ headers }: FastifyRequest): boolean {
  const coding = (headers['content-encoding'] ?? 'identity').toLowerCase()
  if (coding === 'identity') return false
  if (coding === 'gzip' || coding === 'x-gzip') return true
  throw unsupported('The body can be packed by gzip alone')
}

function isBadZip(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

const badZip = (): Fault => malformed('The body is not compressed as it says')

const statuses: Readonly<Partial<Record<FaultKind, number>>> = {
  malformed: 400,
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'too-slow': 408,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  'rate-limited': 429,
  unavailable: 503,
}

/** Git shows a plain text to the person behind it. */
function toldAs(fault: Fault): { status: number; text: string; headers: Record<string, string> } {
  const headers: Record<string, string> = {}
  if (fault.kind === 'unauthorized') headers['www-authenticate'] = 'Basic realm="Stithy", charset="UTF-8"'
  if (fault.retryAfterSeconds !== undefined) headers['retry-after'] = String(fault.retryAfterSeconds)
  return { status: statuses[fault.kind] ?? 500, text: `${fault.message}\n`, headers }
}

function answerGit(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, text, headers } = toldAs(toFault(app, error, request))
  return reply.code(status).headers(headers).type('text/plain; charset=utf-8').send(text)
}
