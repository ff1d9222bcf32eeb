import type { Repo, RepoRef } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import type { ThreadKind, ThreadState } from '../threads/thread.ts'
import { placeOf } from './find-named-repos.ts'

export interface NamedThread {
  readonly id: number
  readonly repo: Repo
  readonly number: number
  readonly kind: ThreadKind
  readonly state: ThreadState
  readonly title: string
}

interface Named {
  readonly repo: RepoRef | null
  readonly number: number
}

/** What each of some references names, in one question; null where there is nothing, or nothing to see. */
export async function findNamedThreads(
  reader: Reader,
  repos: ReadonlyMap<string, Repo>,
  references: readonly Named[],
): Promise<readonly (NamedThread | null)[]> {
  const known = references.map(({ repo, number }) => ({ repo: repos.get(placeOf(repo)), number }))
  const wanted = Map.groupBy(known, ({ repo }) => repo?.id)
  const numbers = [...wanted].flatMap(([repoId, some]) =>
    repoId === undefined ? [] : [{ repoId, numbers: some.map(({ number }) => number) }],
  )
  if (numbers.length === 0) return references.map(() => null)
  const rows = await reader
    .selectFrom('threads')
    .select(['id', 'repo_id', 'number', 'kind', 'state', 'title'])
    .where((eb) =>
      eb.or(numbers.map((one) => eb.and([eb('repo_id', '=', one.repoId), eb('number', 'in', one.numbers)]))),
    )
    .execute()
  const found = new Map(rows.map(({ repo_id: repoId, ...thread }) => [`${repoId}#${thread.number}`, thread]))
  return known.map(({ repo, number }) => {
    const thread = repo === undefined ? undefined : found.get(`${repo.id}#${number}`)
    return repo === undefined || thread === undefined ? null : { ...thread, repo }
  })
}
