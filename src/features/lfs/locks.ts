import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { whyNoMore } from '../../core/caps.ts'
import { forbidden, invalidField, notFound } from '../../core/errors.ts'
import { parseRepoPath } from '../../core/repo-path.ts'
import { atLeast } from '../../core/roles.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { countLocks, deleteLock, findLock, insertLock, type LockFilter, locksOf } from './lock-store.ts'

export interface LfsLock {
  readonly id: number
  readonly uuid: string
  readonly path: string
  readonly ownerId: number
  readonly owner: string
  readonly lockedAt: number
}

const mostAtOnce = 100

/** A file that one person works on: everybody else's client refuses to push changes of it. */
export async function lockPath(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  repo: OpenRepo,
  text: string,
): Promise<{ readonly isNew: boolean; readonly lock: LfsLock }> {
  const path = parseRepoPath(text)
  if (path === null || path === '') throw invalidField('path', 'format', 'must be the path of a file in the repository')
  return inTransaction(app, async (tx) => {
    const isNew = await insertLock(tx, repo.id, actor.user.id, path)
    if (isNew) await requireRoom(tx, repo.id, actor.user.id)
    const lock = await findLock(tx, repo.id, { path })
    if (lock === null) throw notFound('LOCK')
    return { isNew, lock }
  })
}

/** Every client looks through all of them before each push, a page at a time. Clients take a conflict for somebody's lock. */
async function requireRoom(tx: Tx, repoId: number, userId: number): Promise<void> {
  // The new one is among them.
  const why =
    whyNoMore('locks', (await countLocks(tx, repoId)) - 1) ??
    whyNoMore('locks of one person', (await countLocks(tx, repoId, userId)) - 1)
  if (why !== null) throw forbidden(why)
}

export interface LockQuery {
  readonly path?: string | undefined
  readonly id?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface LockPage {
  readonly locks: readonly LfsLock[]
  /** Where the next page begins; absent on the last. */
  readonly next?: string
}

export async function listLocks(app: Pick<App, 'db'>, repo: OpenRepo, query: LockQuery): Promise<LockPage> {
  const limit = Math.min(query.limit === undefined || query.limit < 1 ? mostAtOnce : query.limit, mostAtOnce)
  const filter: LockFilter = { path: query.path, uuid: query.id, after: afterOf(query.cursor), limit: limit + 1 }
  const found = await locksOf(app.db, repo.id, filter)
  const locks = found.slice(0, limit)
  const last = locks.at(-1)
  return found.length > limit && last !== undefined ? { locks, next: String(last.id) } : { locks }
}

/** One's own lock, or anybody's by force, which is a maintainer's. */
export async function unlock(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  repo: OpenRepo,
  { id, force }: { readonly id: string; readonly force: boolean },
): Promise<LfsLock> {
  const lock = await findLock(app.db, repo.id, { uuid: id })
  if (lock === null) throw notFound('LOCK')
  if (lock.ownerId !== actor.user.id) {
    if (!force) throw forbidden(`This is the lock of ${lock.owner}: a maintainer can break it by force`)
    if (!atLeast(repo.role, 'Maintainer')) throw forbidden('Only a maintainer may break the lock of somebody else')
  }
  return inTransaction(app, async (tx) => {
    if (!(await deleteLock(tx, lock.id))) throw notFound('LOCK')
    return lock
  })
}

function afterOf(cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0
  if (!/^\d{1,15}$/.test(cursor)) throw invalidField('cursor', 'format', 'is not one that this server gave')
  return Number(cursor)
}
