import type { Sha } from '../core/sha.ts'
import type { CommitWalk, Place } from './commit-walk.ts'

/** In all, more than anybody brings in a day. */
const fewSteps = 1000

/** Whether each of some commits is few steps from one that somebody has. */
export async function isNear(walk: CommitWalk, wanted: readonly Sha[], had: readonly Sha[]): Promise<boolean> {
  const there = new Set(had.map((sha) => walk.place(sha)))
  let left = fewSteps
  for (const sha of wanted) {
    left -= await stepsTo(walk, walk.place(sha), { there, most: left })
    if (left <= 0) return false
  }
  return true
}

/** How many steps it is to the nearest of some commits; `most` where that is too far, or none is in the history. */
async function stepsTo(
  walk: CommitWalk,
  from: Place,
  { there, most }: { readonly there: ReadonlySet<Place>; readonly most: number },
): Promise<number> {
  let steps = 0
  for await (const place of walk.newestFirst(from)) {
    if (there.has(place)) return steps
    if (++steps === most) break
  }
  return most
}
