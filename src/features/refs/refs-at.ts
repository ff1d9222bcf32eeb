import type { App } from '../../app.ts'
import { branchOf, parseRefName, tagOf } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { preparedList } from '../../db/prepared.ts'

export interface NamedRef {
  readonly name: string
  readonly kind: 'branch' | 'tag'
}

const mostEach = 3

/** The branches and tags that stand at each of some commits; a few of each, where there are many. */
export async function refsAt(
  app: Pick<App, 'db'>,
  repo: Repo,
  shas: readonly string[],
): Promise<ReadonlyMap<string, readonly NamedRef[]>> {
  const found = new Map<string, NamedRef[]>()
  if (shas.length === 0) return found
  for (const { name, peeled } of await at(app.db, shas, { repoId: repo.id })) {
    const ref = parseRefName(name)
    const branch = ref && branchOf(ref)
    const tag = ref && tagOf(ref)
    const here = found.get(peeled) ?? []
    found.set(peeled, here)
    if (here.length >= mostEach) continue
    if (branch !== null) here.push({ name: branch, kind: 'branch' })
    else if (tag !== null) here.push({ name: tag, kind: 'tag' })
  }
  return found
}

const at = preparedList((db, shas: readonly string[], its: { repoId: number }) =>
  db
    .selectFrom('refs')
    .select(['name', 'peeled'])
    .where('repo_id', '=', its.repoId)
    .where('peeled', 'in', shas)
    .orderBy('name')
    .limit(1000),
)
