import { setImmediate as othersTurn } from 'node:timers/promises'
import type { CommitGraph } from './commit-graph.ts'
import { type CommitWalk, type Place, TooFar } from './commit-walk.ts'

/** How two histories went apart, without a git. */
export interface Apart {
  /** Where they met last; null where they never did. */
  readonly met: Place | null
  /** Commits that only the second has, and that only the first has. */
  readonly ahead: number
  readonly behind: number
}

const first = 1
const second = 2
const both = first | second
/** In both, and behind one that is as well: nothing is left to learn from it or from what it follows. */
const behindBoth = 4 | both

/** To bring more into order would hold up the thread that serves. */
const mostInIndex = 1_000_000
/** Commits that are gone through before others get their turn. */
const atOnce = 50_000

/**
 * Marks what each of two commits leads to, from the highest down to where nothing is open any more: no commit comes
 * before all that follow from it, so its marks are whole when it is looked at.
 */
export async function walkApart(walk: CommitWalk, base: Place, head: Place): Promise<Apart> {
  const marks = new Marks(walk.graph?.size ?? 0)
  marks.add(base, first)
  marks.add(head, second)
  const outside = await outsideFirst(walk, [base, head])
  for (const [place, parents] of outside) {
    const mark = marks.take(place)
    for (const parent of parents) marks.add(parent, mark)
  }
  const { graph } = walk
  const entries = [base, head, ...outside.flatMap(([, parents]) => parents)].filter((one) => typeof one === 'number')
  if (graph !== null && entries.length > 0) await goThrough(graph, entries, marks)
  // Of several git has its own way to choose one.
  if (marks.met.length > 1) throw new TooFar('They met in several commits')
  return { met: marks.met[0] ?? null, ahead: marks.ahead, behind: marks.behind }
}

async function goThrough(graph: CommitGraph, entries: readonly number[], marks: Marks): Promise<void> {
  if (graph.size > mostInIndex) throw new TooFar('The index is too long to be brought into order')
  const levels = entries.map((place) => graph.level(place))
  if (levels.includes(0)) throw new TooFar('The index does not say what stands above what')
  const order = graph.fromTheTop()
  let turn = atOnce
  for (let at = graph.firstAtLevel(order, Math.max(...levels)); at < order.length && marks.open > 0; at++) {
    const place = order[at] ?? 0
    if (marks.inIndex[place] === 0) continue
    const mark = marks.take(place)
    graph.eachParent(place, (parent) => marks.add(parent, mark))
    if (--turn > 0) continue
    turn = atOnce
    await othersTurn()
  }
}

class Marks {
  readonly inIndex: Uint8Array
  readonly #outside = new Map<Place, number>()
  /** How many are marked, not looked at yet, and could still tell something. */
  open = 0
  ahead = 0
  behind = 0
  readonly met: Place[] = []

  constructor(size: number) {
    this.inIndex = new Uint8Array(size)
  }

  add(place: Place, mark: number): void {
    const before = this.#of(place)
    const after = before | mark
    if (after === before) return
    if (before === 0 || before === behindBoth) this.open += Number(after !== behindBoth)
    else if (after === behindBoth) this.open--
    if (typeof place === 'number') this.inIndex[place] = after
    else this.#outside.set(place, after)
  }

  /** When it is looked at: what its parents are marked with. */
  take(place: Place): number {
    const mark = this.#of(place)
    if (mark === behindBoth) return mark
    this.open--
    if (mark === first) this.behind++
    else if (mark === second) this.ahead++
    else {
      this.met.push(place)
      return behindBoth
    }
    return mark
  }

  #of(place: Place): number {
    return (typeof place === 'number' ? this.inIndex[place] : this.#outside.get(place)) ?? 0
  }
}

/** Those that are in no index, each before its parents. */
async function outsideFirst(walk: CommitWalk, from: readonly Place[]): Promise<readonly [Place, readonly Place[]][]> {
  const done = new Set<Place>()
  const parentsFirst: [Place, readonly Place[]][] = []
  const stack = from.filter((place) => typeof place === 'string')
  const opened = new Map<Place, readonly Place[]>()
  for (let place = stack.at(-1); place !== undefined; place = stack.at(-1)) {
    const known = opened.get(place)
    const parents = known ?? (await walk.parents(place))
    opened.set(place, parents)
    const next = parents.find((parent) => typeof parent === 'string' && !opened.has(parent))
    if (typeof next === 'string') {
      stack.push(next)
      continue
    }
    stack.pop()
    if (done.has(place)) continue
    done.add(place)
    parentsFirst.push([place, parents])
  }
  return parentsFirst.toReversed()
}
