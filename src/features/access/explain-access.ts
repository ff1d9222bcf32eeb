import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { forbidden } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { atLeast, higher, type Role } from '../../core/roles.ts'
import { nameKey } from '../../core/slug.ts'
import type { User } from '../../core/user.ts'
import { requireUserByName } from '../users/find-user.ts'
import { type Grant, grantsOf } from './grants-of.ts'
import { requireRepo } from './require-repo.ts'

export interface AccessReason {
  readonly source: 'owner' | Grant['source'] | 'public'
  /** The slug of the team that it comes through. */
  readonly team: string | null
  readonly role: Role
}

export interface Access {
  readonly username: string
  /** The highest of all; null: the repository is hidden from them. */
  readonly role: Role | null
  readonly grants: readonly AccessReason[]
}

/** Why somebody may do what they may: the whole chain. A maintainer may ask about anybody, everybody about themselves. */
export async function explainAccess(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: RepoRef,
  username: string | undefined,
): Promise<Access> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  const asked = username === undefined || username === '' ? actor.user.username : username
  if (nameKey(asked) !== nameKey(actor.user.username) && !atLeast(repo.role, 'Maintainer')) {
    throw forbidden('Only a maintainer may ask this about somebody else')
  }
  const user = await requireUserByName(app.db, asked)
  const grants = await reasonsFor(app, user, repo)
  return {
    username: user.username,
    role: grants.reduce<Role | null>((best, one) => higher(best, one.role), null),
    grants,
  }
}

async function reasonsFor(app: Pick<App, 'db'>, user: User, repo: Repo): Promise<readonly AccessReason[]> {
  const owns: AccessReason[] = user.id === repo.ownerId ? [{ source: 'owner', team: null, role: 'Owner' }] : []
  const open: AccessReason[] = repo.isPublic ? [{ source: 'public', team: null, role: 'Reader' }] : []
  const granted = await grantsOf(app.db, user.id, repo)
  const slugs = await slugsOf(app, granted)
  const named = granted.map(({ source, teamId, role }) => ({ source, team: slugs.get(teamId) ?? null, role }))
  return [...owns, ...named, ...open]
}

async function slugsOf(app: Pick<App, 'db'>, grants: readonly Grant[]): Promise<ReadonlyMap<number | null, string>> {
  const ids = grants.flatMap(({ teamId }) => (teamId === null ? [] : [teamId]))
  if (ids.length === 0) return new Map()
  const rows = await app.db.selectFrom('owners').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
