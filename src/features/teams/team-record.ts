import type { Team } from '../../core/team.ts'
import type { Reader } from '../../db/handle.ts'

export interface TeamRow {
  readonly id: number
  readonly uuid: string
  readonly slug: string
  readonly created_at: number
  readonly title: string
  readonly description: string
  readonly members: number | null
  readonly owned: number | null
  readonly shared: number | null
}

export function selectTeams(reader: Reader) {
  return reader
    .selectFrom('teams')
    .innerJoin('owners', 'owners.id', 'teams.id')
    .select([
      'owners.id',
      'owners.uuid',
      'owners.name as slug',
      'owners.created_at',
      'teams.title',
      'teams.description',
    ])
    .select((eb) => [
      eb
        .selectFrom('team_members')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('team_members.team_id', '=', 'teams.id')
        .as('members'),
      eb
        .selectFrom('repos')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('repos.owner_id', '=', 'teams.id')
        .as('owned'),
      eb
        .selectFrom('repo_grants')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('repo_grants.grantee_id', '=', 'teams.id')
        .as('shared'),
    ])
}

export function toTeam(row: TeamRow): Team {
  return {
    id: row.id,
    uuid: row.uuid,
    slug: row.slug,
    name: row.title,
    description: row.description,
    membersCount: Number(row.members),
    reposCount: Number(row.owned) + Number(row.shared),
    createdAt: row.created_at,
  }
}
