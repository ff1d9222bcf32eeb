import type { Reader } from '../../db/handle.ts'

/** The teams that own a repository or have a share in it, whoever may know of them. */
export function selectTeamsOf(reader: Reader, repo: { readonly id: number; readonly ownerId: number }) {
  const shares = reader.selectFrom('repo_grants').select('grantee_id').where('repo_id', '=', repo.id)
  return reader
    .selectFrom('teams')
    .innerJoin('owners', 'owners.id', 'teams.id')
    .select(['teams.id', 'owners.name', 'teams.title'])
    .where((eb) => eb.or([eb('teams.id', '=', repo.ownerId), eb('teams.id', 'in', shares)]))
    .orderBy('owners.name_key')
}
