import { type Actor, type DeployKeyActor, userOf } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import { higher, type Role } from '../../core/roles.ts'
import type { Reader } from '../../db/handle.ts'

/** The role that somebody has in a repository, from whichever grant is highest; null when they may not know of it. */
export async function roleOf(reader: Reader, actor: Actor, repo: Repo): Promise<Role | null> {
  if (actor.kind === 'system') return 'Owner'
  if (actor.kind === 'deploy-key') return roleOfDeployKey(actor, repo)
  const open: Role | null = repo.isPublic ? 'Reader' : null
  const user = userOf(actor)
  if (user === null) return open
  if (user.id === repo.ownerId) return 'Owner'
  const granted = await reader
    .selectFrom('repo_grants')
    .select('role')
    .where('repo_id', '=', repo.id)
    .where('grantee_id', '=', user.id)
    .executeTakeFirst()
  return higher(open, granted?.role ?? null)
}

/** Its own repository and no other, public ones included: a key on a build machine opens what it was made for. */
function roleOfDeployKey(actor: DeployKeyActor, repo: Repo): Role | null {
  if (actor.repoId !== repo.id) return null
  return actor.readOnly ? 'Reader' : 'Developer'
}
