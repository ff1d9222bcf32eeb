import type { CommitWalk, Place } from './commit-walk.ts'
import { TooFar } from './commit-walk.ts'

/** Longer ones would hold up the thread that serves. */
const mostInIndex = 300_000

/** How many commits a history has, the one that it ends in among them. */
export async function countCommits(walk: CommitWalk, from: Place): Promise<number> {
  const outside = new Set<Place>()
  const entries: number[] = []
  const waiting: Place[] = [from]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (typeof place === 'number') entries.push(place)
    else if (!outside.has(place)) {
      outside.add(place)
      waiting.push(...(await walk.parents(place)))
    }
  }
  return outside.size + countInIndex(walk, entries)
}

function countInIndex({ graph }: CommitWalk, entries: readonly number[]): number {
  if (graph === null || entries.length === 0) return 0
  if (graph.size > mostInIndex) throw new TooFar('The index is too long to go through')
  return graph.countFrom(entries)
}
