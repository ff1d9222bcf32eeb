import type { Team } from '../../core/team.ts'
import type { Reader } from '../../db/handle.ts'
import { findOwner } from '../owners/find-owner.ts'
import { selectTeams, toTeam } from './team-record.ts'

/** By its name, or by one that it had. */
export async function findTeam(reader: Reader, slug: string): Promise<Team | null> {
  const owner = await findOwner(reader, slug)
  return owner?.kind === 'team' ? findTeamById(reader, owner.id) : null
}

export async function findTeamById(reader: Reader, id: number): Promise<Team | null> {
  const row = await selectTeams(reader).where('teams.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toTeam(row)
}
