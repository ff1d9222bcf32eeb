import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { App } from '../../app.ts'
import { conflict, Fault, invalidField } from '../../core/errors.ts'
import type { OpenRepo } from '../../features/access/require-repo.ts'
import { requireStill, whileRightful } from '../../features/access/require-still.ts'
import { needs, type Operation, requireOpenTo } from '../../features/lfs/lfs-access.ts'
import { type Plan, planTransfers } from '../../features/lfs/plan-transfers.ts'
import { openObject, receiveObject, requireOid, verifyObject } from '../../features/lfs/transfer-object.ts'
import { parseBodies } from '../api/parse-bodies.ts'
import { bodyChecker } from '../api/validate.ts'
import type { ByteRange } from '../byte-range.ts'
import { lengthOf, openUpload, takeUploads } from '../open-upload.ts'
import { sendBytes } from '../send-bytes.ts'
import { answerLfsFault, sendLfs } from './lfs-answers.ts'
import { openForLfs } from './lfs-caller.ts'
import { lfsLocks } from './lfs-locks.ts'

const base = '/:owner/:repo/info/lfs'
const mostObjects = 1000

const size = Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
const object = Type.Object({ oid: Type.String(), size })
const maybe = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
const batch = bodyChecker(
  Type.Object({
    operation: Type.String(),
    transfers: maybe(Type.Array(Type.String())),
    ref: maybe(Type.Object({ name: Type.String() })),
    hash_algo: maybe(Type.String()),
    objects: Type.Array(object),
  }),
)
const verification = bodyChecker(object)

/** Git LFS over HTTP: which objects have to travel, the objects themselves, and locks. */
export function lfsDoor(server: FastifyInstance, app: App): void {
  void server.register((scope, _options, done) => {
    parseBodies(scope)
    scope.setErrorHandler((error, request, reply) => answerLfsFault(app, error, request, reply))

    scope.post(`${base}/objects/batch`, async (request, reply) => {
      const operation = operationOf(request.body)
      const { repo, header } = await openForLfs(app, request, operation)
      const { objects, transfers, hash_algo: algorithm } = batch.check(request.body)
      if (objects.length > mostObjects) throw tooMany()
      if ((algorithm ?? 'sha256') !== 'sha256') throw conflict('This server knows objects by their sha256 only')
      if (transfers != null && transfers.length > 0 && !transfers.includes('basic')) {
        throw invalidField('transfers', 'unknown', 'must include basic')
      }
      const plans = await planTransfers(app, repo, operation, objects)
      const answers = plans.map((plan) => present(plan, { app, repo, operation, header }))
      return sendLfs(reply, 200, { transfer: 'basic', objects: answers, hash_algo: 'sha256' })
    })
    scope.post(`${base}/objects/verify`, async (request, reply) => {
      const { repo } = await openForLfs(app, request, 'upload')
      await verifyObject(app, repo, verification.check(request.body))
      return sendLfs(reply, 200, {})
    })
    scope.get(`${base}/objects/:oid`, async (request, reply) => {
      const { actor, repo } = await openForLfs(app, request, 'download')
      const { oid, size: length, ...one } = await openObject(app, repo, requireOid(oidOf(request)))
      const type = 'application/octet-stream'
      const open = async (part: ByteRange | null): Promise<Readable> =>
        whileRightful(app, actor, { repo, need: needs.download, stream: await one.open(part) })
      return sendBytes(request, reply, { type, size: length, etag: oid, fileName: oid, parts: true, open })
    })
    lfsLocks(scope, app, base)
    void scope.register((uploads, _none, ready) => {
      takeUploads(uploads)
      uploads.put(`${base}/objects/:oid`, async (request, reply) => {
        const { actor, repo } = await openForLfs(app, request, 'upload')
        const oid = requireOid(oidOf(request))
        const stream = openUpload(request, app.config.MAX_ASSET_BYTES)
        try {
          const still = async () => requireOpenTo('upload', await requireStill(app, actor, repo, needs.upload))
          await receiveObject(app, repo, { oid, size: announced(request), announced: lengthOf(request), stream, still })
          return await reply.code(200).send()
        } finally {
          stream.destroy()
        }
      })
      ready()
    })
    done()
  })
}

/** Looked at before anything else: what is asked for decides who may. */
function operationOf(body: unknown): Operation {
  const { operation } = batch.check(body)
  if (operation === 'download' || operation === 'upload') return operation
  throw invalidField('operation', 'unknown', 'must be download or upload')
}

interface About {
  readonly app: Pick<App, 'config'>
  readonly repo: OpenRepo
  readonly operation: Operation
  readonly header: Readonly<Record<string, string>> | undefined
}

/** Transfers go to this same server, with the credentials that the client has: there is no other secret to hand out. */
function present(plan: Plan, { app, repo, operation, header }: About): object {
  const { oid, size: bytes } = plan
  if (plan.kind === 'wrong') return { oid, size: bytes, error: { code: plan.code, message: plan.why } }
  if (plan.kind === 'nothing') return { oid, size: bytes }
  const objects = `${app.config.BASE_URL}/${repo.owner}/${repo.slug}.git/info/lfs/objects`
  const action = (href: string): object => (header === undefined ? { href } : { href, header })
  const actions =
    operation === 'download'
      ? { download: action(`${objects}/${oid}`) }
      : { upload: action(`${objects}/${oid}?size=${bytes}`), verify: action(`${objects}/verify`) }
  return { oid, size: bytes, ...(header === undefined ? {} : { authenticated: true }), actions }
}

function oidOf(request: FastifyRequest): string {
  return (request.params as { oid: string }).oid
}

function announced(request: FastifyRequest): number | undefined {
  const text = (request.query as { size?: unknown }).size
  if (text === undefined) return undefined
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw invalidField('size', 'format', 'must be a number')
  const length = request.headers['content-length']
  if (length !== undefined && length !== text) throw invalidField('size', 'mismatch', `is not ${length} bytes`)
  const bytes = Number(text)
  return bytes
}

function tooMany(): Fault {
  return new Fault('too-large', `At most ${mostObjects} objects at once`, { code: 'PAYLOAD_TOO_LARGE' })
}
