import type { Reader } from '../../db/handle.ts'

/** Who has the role Maintainer or more in a repository, by themselves or through a team, and whose account is open. */
export async function maintainersOf(
  reader: Reader,
  repo: { readonly id: number; readonly ownerId: number },
): Promise<readonly { readonly id: number; readonly name: string; readonly email: string }[]> {
  return reader
    .selectFrom('users')
    .innerJoin('owners', 'owners.id', 'users.id')
    .select(['users.id', 'owners.name', 'users.email'])
    .where('users.disabled_at', 'is', null)
    .where((eb) => {
      const given = eb
        .selectFrom('repo_grants')
        .select('grantee_id')
        .where('repo_id', '=', repo.id)
        .where('role', 'in', ['Maintainer', 'Owner'])
      const members = eb.selectFrom('team_members').select('user_id')
      return eb.or([
        eb('users.id', '=', repo.ownerId),
        eb('users.id', 'in', given),
        // Of a team that owns it, each has the role that they have there; what is shared with one, all have alike.
        eb('users.id', 'in', members.where('team_id', '=', repo.ownerId).where('role', 'in', ['Maintainer', 'Owner'])),
        eb('users.id', 'in', members.where('team_id', 'in', given)),
      ])
    })
    .orderBy('users.id')
    .execute()
}
