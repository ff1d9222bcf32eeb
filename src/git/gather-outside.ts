import type { Sha } from '../core/sha.ts'
import type { CommitWalk, Place } from './commit-walk.ts'

export interface Gathered {
  readonly outside: ReadonlySet<Sha>
  /** Where their histories enter the index: from there on it knows everything. */
  readonly entries: readonly number[]
}

/** What the histories of some commits have outside the index. */
export async function gatherOutside(walk: CommitWalk, tips: readonly Place[]): Promise<Gathered> {
  const outside = new Set<Sha>()
  const entries: number[] = []
  const waiting: Place[] = [...tips]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (typeof place === 'number') entries.push(place)
    else if (!outside.has(place)) {
      outside.add(place)
      waiting.push(...(await walk.parents(place)))
    }
  }
  return { outside, entries }
}
