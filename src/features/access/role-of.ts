import { type Actor, type DeployKeyActor, userOf } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import { higher, type Role } from '../../core/roles.ts'
import type { Reader } from '../../db/handle.ts'
import { type Grant, grantsOf, grantsOfMany } from './grants-of.ts'

/** The role that somebody has in a repository, from whichever grant is highest; null when they may not know of it. */
export async function roleOf(reader: Reader, actor: Actor, repo: Repo): Promise<Role | null> {
  if (actor.kind === 'system') return 'Owner'
  if (actor.kind === 'deploy-key') return roleOfDeployKey(actor, repo)
  const open: Role | null = repo.isPublic ? 'Reader' : null
  const user = userOf(actor)
  if (user === null) return open
  if (user.id === repo.ownerId) return 'Owner'
  return highest(open, await grantsOf(reader, user.id, repo))
}

/** The same of several people who are not asking, but for those whose accounts are disabled. */
export async function rolesOf(
  reader: Reader,
  userIds: readonly number[],
  repo: Repo,
): Promise<ReadonlyMap<number, Role | null>> {
  if (userIds.length === 0) return new Map()
  const enabled = reader.selectFrom('users').select('id').where('id', 'in', userIds).where('disabled_at', 'is', null)
  const [people, granted] = await Promise.all([enabled.execute(), grantsOfMany(reader, userIds, repo)])
  const open: Role | null = repo.isPublic ? 'Reader' : null
  return new Map(people.map(({ id }) => [id, id === repo.ownerId ? 'Owner' : highest(open, granted.get(id) ?? [])]))
}

function highest(open: Role | null, granted: readonly Grant[]): Role | null {
  return granted.reduce<Role | null>((best, { role }) => higher(best, role), open)
}

/** Its own repository and no other, public ones included: a key on a build machine opens what it was made for. */
function roleOfDeployKey(actor: DeployKeyActor, repo: Repo): Role | null {
  if (actor.repoId !== repo.id) return null
  return actor.readOnly ? 'Reader' : 'Developer'
}
