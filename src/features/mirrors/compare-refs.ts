import type { App } from '../../app.ts'
import { Pace } from '../../core/pace.ts'
import type { RefName } from '../../core/ref-name.ts'
import type { Sha } from '../../core/sha.ts'
import type { RemoteRef } from '../../git/read-advertisement.ts'
import { refsUnder } from '../refs/refs-under.ts'

/** Branches and tags that are here. */
export type Here = ReadonlyMap<RefName, { readonly sha: Sha; readonly peeled: Sha }>

const rowsAtOnce = 1000
/** Of commits that are here: whatever is new leads to some of them. */
const mostKnown = 5000

export async function readHere(app: Pick<App, 'db'>, repoId: number): Promise<Here> {
  const here = new Map<RefName, { sha: Sha; peeled: Sha }>()
  for (const prefix of ['refs/heads/', 'refs/tags/'] as const) {
    const rows = refsUnder(app.db, repoId, prefix).select(['name', 'sha', 'peeled']).orderBy('name').limit(rowsAtOnce)
    for (let last: string | null = prefix; last !== null; ) {
      const some = await rows.where('name', '>', last).execute()
      for (const { name, sha, peeled } of some) here.set(name as RefName, { sha: sha as Sha, peeled: peeled as Sha })
      last = some.length < rowsAtOnce ? null : (some.at(-1)?.name ?? null)
    }
  }
  return here
}

export interface Difference {
  /** Names that nobody has there any more. */
  readonly gone: readonly RefName[]
  /** What is new or somewhere else there. */
  readonly changed: readonly RemoteRef[]
}

/** There may be half a million of them: others have their turn meanwhile. */
export async function compareRefs(here: Here, there: readonly RemoteRef[]): Promise<Difference> {
  const pace = new Pace()
  const names = new Set<string>()
  const changed: RemoteRef[] = []
  for (const ref of there) {
    await pace.isOver()
    names.add(ref.name)
    if (here.get(ref.name)?.sha !== ref.sha) changed.push(ref)
  }
  const gone: RefName[] = []
  for (const name of here.keys()) {
    await pace.isOver()
    if (!names.has(name)) gone.push(name)
  }
  return { gone, changed }
}

export interface Lacking {
  readonly refs: readonly RemoteRef[]
  readonly has: readonly Sha[]
}

/** Of what has changed there, that which leads to something that is not here; and what is. */
export async function findLacking(here: Here, changed: readonly RemoteRef[]): Promise<Lacking> {
  const pace = new Pace()
  const kept = new Set<Sha>()
  const has = new Set<Sha>()
  for (const { sha, peeled } of here.values()) {
    await pace.isOver()
    kept.add(sha).add(peeled)
    if (has.size < mostKnown) has.add(peeled)
  }
  const refs: RemoteRef[] = []
  for (const ref of changed) {
    await pace.isOver()
    if (!kept.has(ref.sha)) refs.push(ref)
  }
  return { refs, has: [...has] }
}
