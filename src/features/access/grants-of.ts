import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Repo } from '../../core/repo.ts'
import type { Role } from '../../core/roles.ts'
import type { Builder, Reader } from '../../db/handle.ts'
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
  return rows.map((row) => toGrant(row, repo))
}

/** The same of several people; those who were given nothing are left out. */
export async function grantsOfMany(
  reader: Reader,
  userIds: readonly number[],
  repo: Repo,
): Promise<ReadonlyMap<number, readonly Grant[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await givenTo(
    reader,
    { repoId: repo.id, ownerId: repo.ownerId },
    (user) => sql`${user} in (${sql.join(userIds)})`,
  ).execute()
  const byUser = Map.groupBy(rows, ({ user_id: userId }) => userId)
  return new Map([...byUser].map(([id, some]) => [id, some.map((row) => toGrant(row, repo))]))
}

const given = prepared((db, its: { userId: number; repoId: number; ownerId: number }) =>
  givenTo(db, its, (user) => sql`${user} = ${its.userId}`),
)

interface Place {
  readonly repoId: number
  readonly ownerId: number
}

/** To whom: a condition on the column that names them. */
type ToWhom = (user: RawBuilder<unknown>) => RawBuilder<SqlBool>

function givenTo(db: Builder, { repoId, ownerId }: Place, toWhom: ToWhom) {
  return db
    .selectFrom('repo_grants')
    .select((eb) => ['grantee_id as user_id', 'role', eb.lit(null).$castTo<number | null>().as('team_id')])
    .where('repo_id', '=', repoId)
    .where(toWhom(sql.ref('grantee_id')))
    .unionAll((eb) =>
      eb
        .selectFrom('team_members')
        .innerJoin('repo_grants', 'repo_grants.grantee_id', 'team_members.team_id')
        .select(['team_members.user_id', 'repo_grants.role', 'team_members.team_id'])
        .where(toWhom(sql.ref('team_members.user_id')))
        .where('repo_grants.repo_id', '=', repoId),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('team_members')
        .select(['user_id', 'role', 'team_id'])
        .where('team_id', '=', ownerId)
        .where(toWhom(sql.ref('user_id'))),
    )
}

function toGrant({ role, team_id: teamId }: { role: Role; team_id: number | null }, repo: Repo): Grant {
  return { source: sourceOf(teamId, repo), teamId, role }
}

function sourceOf(teamId: number | null, repo: Repo): Grant['source'] {
  if (teamId === null) return 'direct'
  return teamId === repo.ownerId ? 'team_owner' : 'team'
}
