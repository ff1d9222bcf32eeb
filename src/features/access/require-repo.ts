import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { forbidden, insufficientScope, notFound, unauthorized } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { atLeast, type Role } from '../../core/roles.ts'
import { grants, type Scope } from '../../core/scopes.ts'
import { nameKey } from '../../core/slug.ts'
import { findRepo } from '../repos/find-repo.ts'
import { requireSecondFactor } from './permit.ts'
import { roleOf } from './role-of.ts'

export interface RepoNeed {
  readonly role: Role
  readonly scope: Scope
  /** Also while the repository is archived: settings that bring it back, deleting it. */
  readonly evenArchived?: true
}

/** A repository that somebody was let into, and how far. Only the gate makes one. */
export interface OpenRepo extends Repo {
  readonly role: Role
}

/**
 * The only gate to a repository, for every door. A token without the scope is refused before anything is looked up;
 * what the actor may not see is the same as missing; what they may see but not do is forbidden.
 */
export async function requireRepo(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef, need: RepoNeed): Promise<OpenRepo> {
  requireSecondFactor(actor)
  if (actor.kind === 'token' && !grants(actor.scopes, need.scope)) throw insufficientScope(need.scope)
  const found = recallRepo(app.db, ref)
  const repo = found instanceof Promise ? await found : found
  const role = repo === undefined ? null : await recallRole(app.db, actor, repo)
  if (repo === undefined || role === null) throw notFound('REPO')
  const writes = need.scope.endsWith(':write')
  if (actor.kind === 'anonymous' && writes) throw unauthorized()
  if (!atLeast(role, need.role)) throw tooWeak(actor, role, need.role)
  if (writes && repo.isArchived && need.evenArchived !== true) {
    throw archived()
  }
  return { ...repo, role }
}

function recallRepo(db: App['db'], ref: RepoRef): Repo | Promise<Repo | undefined> {
  const [owner, slug] = [nameKey(ref.owner), nameKey(ref.repo)]
  // Where one name ends and the other begins is said, because anything may stand in an address.
  return db.recall(`repo ${owner.length} ${owner}${slug}`, async () => (await findRepo(db, ref)) ?? undefined)
}

/** Only what was given has to be looked up. */
async function recallRole(db: App['db'], actor: Actor, repo: Repo): Promise<Role | null> {
  const user = userOf(actor)
  if (user === null || user.id === repo.ownerId) return roleOf(db, actor, repo)
  const key = `role ${actor.kind} ${user.id} ${repo.id}`
  const found = await db.recall(key, async () => ({ role: await roleOf(db, actor, repo) }))
  return found?.role ?? null
}

export function archived(): Error {
  return forbidden('This repository is archived: it can be read, not changed')
}

export function tooWeak(actor: Actor, held: Role, needed: Role): Error {
  if (actor.kind === 'deploy-key' && needed === 'Developer') return forbidden('This deploy key may read, not write')
  return forbidden(`This needs the role ${needed}; you are ${held} here`)
}
