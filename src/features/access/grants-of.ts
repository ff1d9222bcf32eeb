import type { Repo } from '../../core/repo.ts'
import type { Role } from '../../core/roles.ts'
import type { Reader } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'

/** A reason why somebody has a role in a repository. */
export interface Grant {
  readonly source: 'direct' | 'team' | 'team_owner'
  /** The team that it comes through. */
  readonly teamId: number | null
  readonly role: Role
}

/**
 * All that somebody was given, in one query, which runs at every door and hits one index each: directly, by what is
 * shared with their teams, and by belonging to the team that owns it.
 */
export async function grantsOf(reader: Reader, userId: number, repo: Repo): Promise<readonly Grant[]> {
  const rows = await given(reader, { userId, repoId: repo.id, ownerId: repo.ownerId })
  return rows.map(({ role, team_id: teamId }) => ({ source: sourceOf(teamId, repo), teamId, role }))
}

const given = prepared((db, its: { userId: number; repoId: number; ownerId: number }) =>
  db
    .selectFrom('repo_grants')
    .select((eb) => ['role', eb.lit(null).$castTo<number | null>().as('team_id')])
    .where('repo_id', '=', its.repoId)
    .where('grantee_id', '=', its.userId)
    .unionAll((eb) =>
      eb
        .selectFrom('team_members')
        .innerJoin('repo_grants', 'repo_grants.grantee_id', 'team_members.team_id')
        .select(['repo_grants.role', 'team_members.team_id'])
        .where('team_members.user_id', '=', its.userId)
        .where('repo_grants.repo_id', '=', its.repoId),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('team_members')
        .select(['role', 'team_id'])
        .where('team_id', '=', its.ownerId)
        .where('user_id', '=', its.userId),
    ),
)

function sourceOf(teamId: number | null, repo: Repo): Grant['source'] {
  if (teamId === null) return 'direct'
  return teamId === repo.ownerId ? 'team_owner' : 'team'
}
