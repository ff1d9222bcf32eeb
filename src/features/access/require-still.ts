import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { second } from '../../core/clock.ts'
import { Fault, forbidden, notFound, unauthorized } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import { atLeast } from '../../core/roles.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'
import { hasPassword } from '../passwords/password-proof.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { aliveSessions } from '../sessions/alive-sessions.ts'
import { isTwoFactorOn } from '../two-factor/two-factor-state.ts'
import { archived, type OpenRepo, type RepoNeed, requireRepo, tooWeak } from './require-repo.ts'
import { roleOf } from './role-of.ts'

type Needs = Pick<App, 'clock' | 'db'>
type Looking = Pick<App, 'clock'> & { readonly db: Reader }

/**
 * For what goes on for longer than a moment, a push or a stream: the gate once more, for the same repository, and whether
 * what somebody came in with would still let them in.
 */
export async function requireStill(app: Needs, actor: Actor, repo: OpenRepo, need: RepoNeed): Promise<OpenRepo> {
  if (!(await isStillGood(app, actor))) throw unauthorized()
  const again = await requireRepo(app, actor, { owner: repo.owner, repo: repo.slug }, need)
  if (again.id !== repo.id) throw notFound('REPO')
  return again
}

/**
 * The same by what the repository is, not by its name, which may be another by now. Scopes are not asked for again: a token
 * keeps those that it has.
 */
async function confirmStill(app: Looking, actor: Actor, repo: Repo, { role, scope }: RepoNeed): Promise<void> {
  if (!(await isStillGood(app, actor))) throw unauthorized()
  const now = await findRepoById(app.db, repo.id)
  const held = now === null ? null : await roleOf(app.db, actor, now)
  if (now === null || held === null) throw notFound('REPO')
  if (!atLeast(held, role)) throw tooWeak(actor, held, role)
  if (now.isArchived && scope.endsWith(':write')) throw archived()
  // What was to be taken from there is of no use any more, and what somebody else wrote would be lost.
  if (now.mirrorOf !== repo.mirrorOf && scope === 'repo:write') throw followsOther()
}

function followsOther(): Error {
  return forbidden('What this repository follows was changed in the meantime: try again')
}

/**
 * For refs that are about to move, in the transaction that lets them: making a merge or looking through a push may have
 * taken long, and nobody else asks again.
 */
export function confirmPusher(tx: Tx, actor: Actor, repo: Repo): Promise<void> {
  const app = { db: tx, clock: { now: () => tx.now } }
  return confirmStill(app, actor, repo, { role: 'Developer', scope: 'repo:write' })
}

/** How long an exchange goes on, at most, with somebody who has lost the right to it. */
const lookEveryMs = 1.5 * second

/** Looks again and again, as long as an exchange lasts, and ends it for those who may not have it any more. Returns how to stop. */
export function watchRight(
  app: Needs,
  actor: Actor,
  { repo, need }: { readonly repo: Repo; readonly need: RepoNeed },
  end: (why: Fault) => void,
): () => void {
  let isLooking = false
  const look = async (): Promise<void> => {
    // A database that is slow is not asked the same again and again.
    if (isLooking) return
    isLooking = true
    try {
      await confirmStill(app, actor, repo, need)
    } catch (error) {
      // One that is away has not said no.
      if (error instanceof Fault) end(error)
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  return () => clearInterval(timer)
}

/** What is sent as a stream, for as long as whoever it is sent to may have it. */
export function whileRightful(
  app: Needs,
  actor: Actor,
  { stream, ...what }: { readonly repo: Repo; readonly need: RepoNeed; readonly stream: Readable },
): Readable {
  // They hung up while it was opened: it would never say again that it is over.
  if (stream.closed) return stream
  return stream.once(
    'close',
    watchRight(app, actor, what, (why) => stream.destroy(why)),
  )
}

async function isStillGood(app: Looking, actor: Actor): Promise<boolean> {
  const user = userOf(actor)
  if (user !== null && !(await isEnabled(app, user.id))) return false
  switch (actor.kind) {
    case 'anonymous':
    case 'system':
      return true
    case 'session':
      if (actor.passwordMark !== undefined) return passwordIsEnough(app, actor.user.id, actor.passwordMark)
      return actor.sessionId === 0 || (await aliveSessions(app, [actor.sessionId])).has(actor.sessionId)
    case 'token':
      if (actor.keyId !== undefined) return hasKey(app, 'ssh_keys', actor.keyId)
      return actor.tokenId === 0 || (await hasToken(app, actor.tokenId))
    case 'ssh-key':
      return hasKey(app, 'ssh_keys', actor.keyId)
    case 'deploy-key':
      return hasKey(app, 'deploy_keys', actor.keyId)
  }
}

/** As it was when it was shown: the same one, and nothing besides it is asked for. */
async function passwordIsEnough({ db }: Looking, userId: number, mark: string): Promise<boolean> {
  return (await hasPassword(db, userId, mark)) && !(await isTwoFactorOn(db, userId))
}

async function isEnabled(app: Looking, userId: number): Promise<boolean> {
  return (await enabledWithId(app.db, { userId })).length > 0
}

const enabledWithId = prepared((db, its: { userId: number }) =>
  db.selectFrom('users').select('id').where('id', '=', its.userId).where('disabled_at', 'is', null),
)

async function hasToken(app: Looking, id: number): Promise<boolean> {
  return (await tokenWithId(app.db, { id, now: app.clock.now() })).length > 0
}

const tokenWithId = prepared((db, its: { id: number; now: number }) =>
  db.selectFrom('access_tokens').select('id').where('id', '=', its.id).where('expires_at', '>', its.now),
)

async function hasKey(app: Looking, table: 'ssh_keys' | 'deploy_keys', id: number): Promise<boolean> {
  return (await app.db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
