import type { Repo, RepoRef } from '../../core/repo.ts'
import { nameKey } from '../../core/slug.ts'
import type { Reader } from '../../db/handle.ts'
import { selectRepos, toRepo } from './repo-record.ts'

/** By its name, or by one that it had: old links lead on until the owner gives the name to something else. */
export async function findRepo(reader: Reader, ref: RepoRef): Promise<Repo | null> {
  const ownerKey = nameKey(ref.owner)
  const slugKey = nameKey(ref.repo)
  const row = await selectRepos(reader)
    .where('owners.name_key', '=', ownerKey)
    .where('repos.slug_key', '=', slugKey)
    .executeTakeFirst()
  if (row !== undefined) return toRepo(row)
  const moved = await reader
    .selectFrom('repo_redirects')
    .innerJoin('owners', 'owners.id', 'repo_redirects.owner_id')
    .select('repo_redirects.repo_id')
    .where('owners.name_key', '=', ownerKey)
    .where('repo_redirects.slug_key', '=', slugKey)
    .executeTakeFirst()
  return moved === undefined ? null : findRepoById(reader, moved.repo_id)
}

export async function findRepoById(reader: Reader, id: number): Promise<Repo | null> {
  const row = await selectRepos(reader).where('repos.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toRepo(row)
}
