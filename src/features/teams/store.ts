import { requirePlaceFor } from '../../core/caps.ts'
import type { Role } from '../../core/roles.ts'
import { nameKey, type Slug } from '../../core/slug.ts'
import type { Team } from '../../core/team.ts'
import { countOf } from '../../db/count-of.ts'
import type { Reader, Tx } from '../../db/handle.ts'

export async function insertTeam(
  tx: Tx,
  id: number,
  about: { readonly name: string; readonly description: string },
): Promise<void> {
  await tx.insertInto('teams').values({ id, title: about.name, description: about.description }).execute()
}

export async function saveTeam(
  tx: Tx,
  id: number,
  about: { readonly name: string; readonly description: string },
): Promise<void> {
  await tx
    .updateTable('teams')
    .set({ title: about.name, description: about.description })
    .where('id', '=', id)
    .execute()
}

/** False when somebody else has the name, or had it. The old one leads on from now on. */
export async function renameOwner(tx: Tx, team: Team, slug: Slug): Promise<boolean> {
  const [from, to] = [nameKey(team.slug), nameKey(slug)]
  if (from !== to) {
    const others = tx.selectFrom('owners').select('id').where('name_key', '=', to)
    const kept = tx.selectFrom('owner_redirects').select('owner_id').where('name_key', '=', to)
    const holder = (await others.executeTakeFirst())?.id ?? (await kept.executeTakeFirst())?.owner_id
    if (holder !== undefined && holder !== team.id) return false
    await tx.deleteFrom('owner_redirects').where('name_key', '=', to).execute()
    requirePlaceFor('former names', await countOf(tx.selectFrom('owner_redirects').where('owner_id', '=', team.id)))
    await tx.insertInto('owner_redirects').values({ name_key: from, owner_id: team.id }).execute()
  }
  await tx.updateTable('owners').set({ name: slug, name_key: to }).where('id', '=', team.id).execute()
  return true
}

export async function countOwnedRepos(reader: Reader, teamId: number): Promise<number> {
  const owned = reader.selectFrom('repos').where('owner_id', '=', teamId)
  const row = await owned.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Its members, shares and old names go with it. */
export async function deleteTeamRow(tx: Tx, teamId: number): Promise<void> {
  await tx.deleteFrom('owners').where('id', '=', teamId).execute()
}

export function countOwnedTeams(reader: Reader, userId: number): Promise<number> {
  return countOf(reader.selectFrom('team_members').where('user_id', '=', userId).where('role', '=', 'Owner'))
}

export async function findRoleIn(tx: Tx, teamId: number, userId: number): Promise<Role | null> {
  const member = tx.selectFrom('team_members').select('role').where('team_id', '=', teamId)
  return (await member.where('user_id', '=', userId).executeTakeFirst())?.role ?? null
}

export async function saveMember(tx: Tx, teamId: number, userId: number, role: Role): Promise<void> {
  await tx
    .insertInto('team_members')
    .values({ team_id: teamId, user_id: userId, role, created_at: tx.now })
    .onConflict((oc) => oc.columns(['team_id', 'user_id']).doUpdateSet({ role }))
    .execute()
}

export async function deleteMember(tx: Tx, teamId: number, userId: number): Promise<void> {
  await tx.deleteFrom('team_members').where('team_id', '=', teamId).where('user_id', '=', userId).execute()
}

/** Somebody whose account is disabled does not count: they cannot look after the team. */
export async function hasOtherOwner(tx: Tx, teamId: number, userId: number): Promise<boolean> {
  const other = await tx
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'Owner')
    .where('user_id', '!=', userId)
    .where('users.disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
