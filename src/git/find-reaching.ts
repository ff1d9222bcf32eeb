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
  let steps = 0
  for (const tip of tips) {
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
