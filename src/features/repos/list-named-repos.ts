import type { Actor } from '../../core/actor.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { nameKey } from '../../core/slug.ts'
import type { Reader } from '../../db/handle.ts'
import { selectRepos, toRepo } from './repo-record.ts'
import { visibleAmong } from './visible-to.ts'

/** Those that are called so today and that somebody may read, in one question. */
export async function listNamedRepos(reader: Reader, actor: Actor, refs: readonly RepoRef[]): Promise<readonly Repo[]> {
  if (refs.length === 0) return []
  const rows = await selectRepos(reader)
    .where((eb) =>
      eb.or(
        refs.map(({ owner, repo }) =>
          eb.and([eb('owners.name_key', '=', nameKey(owner)), eb('repos.slug_key', '=', nameKey(repo))]),
        ),
      ),
    )
    .where(visibleAmong(actor))
    .execute()
  return rows.map(toRepo)
}
