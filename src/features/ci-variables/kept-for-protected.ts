import type { Repo } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import type { ResolvedVariable } from './resolve-variables.ts'
import { openVariables } from './store.ts'

/** How many variables a pipeline of another branch goes without, because they are for protected ones alone. */
export async function keptForProtected(
  reader: Reader,
  repo: Pick<Repo, 'id' | 'ownerId'>,
  resolved: readonly ResolvedVariable[],
): Promise<number> {
  const places = [{ teamId: repo.ownerId }, { repoId: repo.id }]
  const all = (await Promise.all(places.map((place) => openVariables(reader, place)))).flat()
  const told = new Set(resolved.map(({ key }) => key))
  return new Set(all.filter((one) => one.protectedOnly && !told.has(one.key)).map(({ key }) => key)).size
}
