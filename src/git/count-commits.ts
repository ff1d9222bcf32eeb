import { type CommitWalk, type Place, TooFar } from './commit-walk.ts'
import { gatherOutside } from './gather-outside.ts'

/** Longer ones would hold up the thread that serves. */
export const mostInIndex = 300_000

/** How many commits a history has, the one that it ends in among them. */
export async function countCommits(walk: CommitWalk, from: Place): Promise<number> {
  const { outside, entries } = await gatherOutside(walk, [from])
  return outside.size + countInIndex(walk, entries)
}

function countInIndex({ graph }: CommitWalk, entries: readonly number[]): number {
  if (graph === null || entries.length === 0) return 0
  if (graph.size > mostInIndex) throw new TooFar('The index is too long to go through')
  return graph.countFrom(entries)
}
