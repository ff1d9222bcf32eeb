import type { Repo, RepoRef } from '../../core/repo.ts'
import { nameKey } from '../../core/slug.ts'
import type { Reader } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'
import { findOwner } from '../owners/find-owner.ts'
import { selectRepos, toRepo } from './repo-record.ts'

/** By its name, or by one that it had: old links lead on until the owner gives the name to something else. */
export async function findRepo(reader: Reader, ref: RepoRef): Promise<Repo | null> {
  const slugKey = nameKey(ref.repo)
  const called = { ownerKey: nameKey(ref.owner), slugKey }
  const [row] = await named(reader, called)
  if (row !== undefined) return toRepo(row)
  const owner = await findOwner(reader, ref.owner)
  if (owner === null) return null
  if (nameKey(owner.name) !== nameKey(ref.owner)) return findRepo(reader, { owner: owner.name, repo: ref.repo })
  const moved = await reader
    .selectFrom('repo_redirects')
    .select('repo_id')
    .where('owner_id', '=', owner.id)
    .where('slug_key', '=', slugKey)
    .executeTakeFirst()
  if (moved !== undefined) return findRepoById(reader, moved.repo_id)
  // It may have come back to this name between the two questions.
  const [back] = await named(reader, called)
  return back === undefined ? null : toRepo(back)
}

const named = prepared((db, its: { ownerKey: string; slugKey: string }) =>
  selectRepos(db).where('owners.name_key', '=', its.ownerKey).where('repos.slug_key', '=', its.slugKey),
)

export async function findRepoById(reader: Reader, id: number): Promise<Repo | null> {
  const [row] = await withId(reader, { id })
  return row === undefined ? null : toRepo(row)
}

const withId = prepared((db, its: { id: number }) => selectRepos(db).where('repos.id', '=', its.id))
