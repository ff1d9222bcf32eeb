import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { App } from '../../app.ts'
import { type LfsLock, listLocks, lockPath, unlock } from '../../features/lfs/locks.ts'
import { bodyChecker, textChecker } from '../api/validate.ts'
import { sendLfs } from './lfs-answers.ts'
import { openForLfs, requireKnown } from './lfs-caller.ts'

const maybeText = Type.Optional(Type.Union([Type.String({ maxLength: 4096 }), Type.Null()]))
const limit = Type.Optional(Type.Integer())
const newLock = bodyChecker(Type.Object({ path: Type.String({ maxLength: 4096 }) }))
const verification = bodyChecker(
  Type.Object({ cursor: maybeText, limit: Type.Optional(Type.Union([Type.Integer(), Type.Null()])) }),
)
const unlocking = bodyChecker(Type.Object({ force: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])) }))
const text = Type.Optional(Type.String({ maxLength: 4096 }))
const listing = textChecker(Type.Object({ path: text, id: text, cursor: text, limit }))

/** Locks are kept and shown here; it is the clients that respect them. */
export function lfsLocks(scope: FastifyInstance, app: App, base: string): void {
  scope.post(`${base}/locks`, async (request, reply) => {
    const { actor, repo } = await openForLfs(app, request, 'upload')
    const { isNew, lock } = await lockPath(app, requireKnown(actor), repo, newLock.check(request.body).path)
    if (isNew) return sendLfs(reply, 201, { lock: present(lock) })
    const message = `${lock.owner} has locked ${lock.path} already`
    return sendLfs(reply, 409, { lock: present(lock), message, request_id: request.id })
  })
  scope.get(`${base}/locks`, async (request, reply) => {
    const { repo } = await openForLfs(app, request, 'download')
    const asked = listing.check(filled(request.query as Readonly<Record<string, unknown>>))
    const { locks, next } = await listLocks(app, repo, asked)
    return sendLfs(reply, 200, { locks: locks.map(present), ...cursorOf(next) })
  })
  scope.post(`${base}/locks/verify`, async (request, reply) => {
    const { actor, repo } = await openForLfs(app, request, 'upload')
    // A deploy key is nobody: every lock is somebody else's.
    const self = actor.kind === 'deploy-key' ? null : requireKnown(actor).user.id
    const asked = verification.check(request.body ?? {})
    const query = { cursor: asked.cursor ?? undefined, limit: asked.limit ?? undefined }
    const { locks, next } = await listLocks(app, repo, query)
    const ours = locks.filter((lock) => lock.ownerId === self).map(present)
    const theirs = locks.filter((lock) => lock.ownerId !== self).map(present)
    return sendLfs(reply, 200, { ours, theirs, ...cursorOf(next) })
  })
  scope.post(`${base}/locks/:id/unlock`, async (request, reply) => {
    const { actor, repo } = await openForLfs(app, request, 'upload')
    const { force } = unlocking.check(request.body ?? {})
    const { id } = request.params as { id: string }
    const lock = await unlock(app, requireKnown(actor), repo, { id, force: force === true })
    return sendLfs(reply, 200, { lock: present(lock) })
  })
}

function present(lock: LfsLock): object {
  return {
    id: lock.uuid,
    path: lock.path,
    locked_at: new Date(lock.lockedAt).toISOString(),
    owner: { name: lock.owner },
  }
}

function cursorOf(next: string | undefined): object {
  return next === undefined ? {} : { next_cursor: next }
}

/** Clients send parameters that they have nothing to say in. */
function filled(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
