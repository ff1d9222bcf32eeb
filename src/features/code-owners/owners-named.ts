import type { Repo } from '../../core/repo.ts'
import { atLeast } from '../../core/roles.ts'
import { slicesOf } from '../../core/slices-of.ts'
import { nameKey } from '../../core/slug.ts'
import type { Reader } from '../../db/handle.ts'
import { rolesOf } from '../access/role-of.ts'
import { selectTeamsOf } from '../teams/select-teams-of.ts'
import { findUnproven, findUsersNamed } from '../users/find-users.ts'

const namesAtOnce = 200
const peopleAtOnce = 500
/** Of all teams together: one of them is enough. */
const mostMembers = 1000

/**
 * Those who may review among the people that a list of owners names, by the name; a team is everybody in it. `sought` are
 * found also in a team that has more members than are looked at.
 */
export async function findOwnersNamed(
  reader: Reader,
  repo: Repo,
  names: readonly string[],
  sought: readonly number[] = [],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const meant = new Map<string, readonly number[]>()
  for (const some of slicesOf(names, namesAtOnce)) {
    const [people, members] = [await findUsersNamed(reader, some), await findMembersNamed(reader, repo, some, sought)]
    for (const name of some) {
      const person = people.get(name)?.id
      meant.set(name, person === undefined ? (members.get(name) ?? []) : [person])
    }
  }
  const reviewers = await whoMayReview(reader, repo, [...new Set([...meant.values()].flat())])
  return new Map([...meant].map(([name, ids]) => [name, ids.filter((id) => reviewers.has(id))]))
}

/**
 * Addresses in a list of owners that one of those who may review here calls theirs, and has not proven to be. They are no
 * owners, and not nobody either: who is meant may be somebody else.
 */
export async function findDoubtfulOwners(
  reader: Reader,
  repo: Repo,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const some of slicesOf(names, namesAtOnce)) {
    const claimed = await findUnproven(reader, some)
    const reviewers = await whoMayReview(reader, repo, [...claimed.values()])
    for (const [name, id] of claimed) if (reviewers.has(id)) found.add(name)
  }
  return found
}

async function whoMayReview(reader: Reader, repo: Repo, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  for (const some of slicesOf(ids, peopleAtOnce)) {
    for (const [id, role] of await rolesOf(reader, some, repo)) {
      if (role !== null && atLeast(role, 'Developer')) found.add(id)
    }
  }
  return found
}

/** A team that is called otherwise by now is still meant: as nobody's name it would lift what the list asks for. */
async function formerNames(
  reader: Reader,
  teamIds: readonly number[],
): Promise<readonly (readonly [string, number])[]> {
  if (teamIds.length === 0) return []
  const names = reader.selectFrom('owner_redirects').select(['name_key', 'owner_id']).where('owner_id', 'in', teamIds)
  return (await names.execute()).map(({ name_key: key, owner_id: id }) => [key, id])
}

/**
 * Everybody in a team that owns the repository or has a share in it, by the name that a list of owners calls it. Of any
 * other team such a list would tell which of those who may review here belong to it.
 */
async function findMembersNamed(
  reader: Reader,
  repo: Repo,
  names: readonly string[],
  sought: readonly number[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = await selectTeamsOf(reader, repo).execute()
  const former = await formerNames(
    reader,
    found.map(({ id }) => id),
  )
  const teams = new Map([...former, ...found.map(({ name, id }) => [nameKey(name), id] as const)])
  const named = names.flatMap((name) => {
    const id = teams.get(nameKey(name.slice(name.lastIndexOf('/') + 1)))
    return id === undefined ? [] : [{ name, id }]
  })
  if (named.length === 0) return new Map()
  const ids = named.map(({ id }) => id)
  const members = reader.selectFrom('team_members').select(['team_id', 'user_id']).where('team_id', 'in', ids)
  const rows = await members.orderBy('user_id').limit(mostMembers).execute()
  const besides = sought.length === 0 ? [] : await members.where('user_id', 'in', sought).execute()
  const byTeam = Map.groupBy([...rows, ...besides], ({ team_id: teamId }) => teamId)
  return new Map(
    named.map(({ name, id }) => [name, [...new Set((byTeam.get(id) ?? []).map(({ user_id: userId }) => userId))]]),
  )
}
