import type { CommitGraph } from './commit-graph.ts'
import { type CommitWalk, type Place, TooFar } from './commit-walk.ts'

/** More would hold up the thread that serves. */
const mostSteps = 50_000

/** Which of some commits have another one in their history, themselves among it. */
export async function findReaching(
  walk: CommitWalk,
  target: Place,
  tips: readonly Place[],
): Promise<ReadonlySet<Place>> {
  const known = new Map<Place, boolean>([[target, true]])
  const lowest = typeof target === 'number' ? (walk.graph?.level(target) ?? 0) : Number.MAX_SAFE_INTEGER
  /** What is in the index has all its ancestors there, and each of them stands lower than it does. */
  const isTooLow = (place: Place): boolean =>
    typeof place === 'number' && (walk.graph?.level(place) ?? 0) <= lowest && lowest > 0
  const line = typeof target === 'number' && walk.graph !== null && lowest > 0 ? new Line(walk.graph, target) : null
  let steps = 0
  for (const tip of tips) {
    if (typeof tip === 'number' && line?.isMetFrom(tip) === true) {
      known.set(tip, true)
      continue
    }
    // A stack of our own, and what was found out on the way is kept: no commit is gone through twice.
    const stack: Place[] = [tip]
    for (let place = stack.at(-1); place !== undefined; place = stack.at(-1)) {
      if (!known.has(place) && isTooLow(place)) known.set(place, false)
      if (known.has(place)) {
        stack.pop()
        continue
      }
      if (++steps > mostSteps) throw new TooFar('Too many commits lie between')
      const asked = walk.parents(place)
      const parents = asked instanceof Promise ? await asked : asked
      const next = parents.find((parent) => !known.has(parent) && !isTooLow(parent))
      if (parents.some((parent) => known.get(parent) === true)) known.set(place, true)
      else if (next === undefined) known.set(place, false)
      else stack.push(next)
    }
  }
  return new Set(tips.filter((tip) => known.get(tip) === true))
}

const unseen = 0
const leadsThere = 1
const leadsPast = 2

/**
 * Most histories are a line with short branches beside it: down the first parents alone a commit is mostly found, in a
 * fraction of the time.
 */
class Line {
  readonly #graph: CommitGraph
  readonly #lowest: number
  readonly #seen: Uint8Array

  constructor(graph: CommitGraph, target: number) {
    this.#graph = graph
    this.#lowest = graph.level(target)
    this.#seen = new Uint8Array(graph.size)
    this.#seen[target] = leadsThere
  }

  /** False: perhaps by another way. Goes over no commit twice, whatever it is asked. */
  isMetFrom(tip: number): boolean {
    let end: number | null = tip
    while (end !== null && this.#seen[end] === unseen && this.#graph.level(end) > this.#lowest) {
      this.#seen[end] = leadsPast
      end = this.#graph.firstParent(end)
    }
    if (end === null || this.#seen[end] !== leadsThere) return false
    for (let at: number | null = tip; at !== null && at !== end; at = this.#graph.firstParent(at)) {
      this.#seen[at] = leadsThere
    }
    return true
  }
}
