import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'

/** Under whose names somebody may make repositories: their own first, then the teams that they maintain. */
export async function listOwnerNames(app: Pick<App, 'db'>, actor: KnownActor): Promise<readonly string[]> {
  const teams = await app.db
    .selectFrom('team_members')
    .innerJoin('owners', 'owners.id', 'team_members.team_id')
    .select('owners.name')
    .where('team_members.user_id', '=', actor.user.id)
    .where('team_members.role', 'in', ['Maintainer', 'Owner'])
    .orderBy('owners.name_key')
    .execute()
  return [actor.user.username, ...teams.map(({ name }) => name)]
}
