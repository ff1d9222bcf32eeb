import type { Actor } from '../../core/actor.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { nameKey } from '../../core/slug.ts'
import type { Reader } from '../../db/handle.ts'
import { roleOf } from '../access/role-of.ts'
import { findRepo } from '../repos/find-repo.ts'
import { listNamedRepos } from '../repos/list-named-repos.ts'

/** Nobody means more of them than that. */
const mostRepos = 20

/** '' stands for the repository that the text is in. */
export function placeOf(repo: RepoRef | null): string {
  return repo === null ? '' : `${nameKey(repo.owner)}/${nameKey(repo.repo)}`
}

/** The repositories that references name, by their place, as far as somebody may read them. */
export async function findNamedRepos(
  reader: Reader,
  actor: Actor,
  home: Repo,
  references: readonly { readonly repo: RepoRef | null }[],
): Promise<ReadonlyMap<string, Repo>> {
  const places = new Map(references.flatMap(({ repo }) => (repo === null ? [] : [[placeOf(repo), repo] as const])))
  const named = [...places].slice(0, mostRepos)
  const repos = new Map([['', home]])
  const refs = named.map(([, ref]) => ref)
  for (const repo of await listNamedRepos(reader, actor, refs)) {
    repos.set(placeOf({ owner: repo.owner, repo: repo.slug }), repo)
  }
  // What is left has another name by now, or is not theirs to see.
  for (const [place, ref] of named.filter(([at]) => !repos.has(at))) {
    const repo = await findRepo(reader, ref)
    if (repo !== null && (await roleOf(reader, actor, repo)) !== null) repos.set(place, repo)
  }
  return repos
}
