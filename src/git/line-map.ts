import { Pace } from '../core/pace.ts'
import { type Alignment, alignLines, nowhere } from './align-lines.ts'
import { alignMoved } from './align-moved.ts'
import { isTelling, Likeness, squeezed } from './line-likeness.ts'
import { pairAlike } from './pair-alike.ts'
import { slideBlocks } from './slide-blocks.ts'

/** Pairs of lines that are compared for one question, and for all questions together. */
const mostPairs = 4000
const mostPairsInAll = 200_000
/** What is not found by then is taken for gone. */
const patienceMs = 10_000

export interface Found {
  readonly line: number
  /** The line still says the same, but for spaces. */
  readonly isSame: boolean
}

/**
 * Finds lines of one text in another, one question after the other. Lines are counted from 1, as people do. Others have
 * their turn meanwhile: texts may be long, or made to take long.
 */
export class LineMap {
  /** Squeezed, as everything that is not the same to the letter is compared. */
  readonly #a: readonly string[]
  readonly #b: readonly string[]
  readonly #same: Alignment
  /** Filled as far as somebody asked. */
  readonly #alike: Alignment
  readonly #taken = new Set<number>()
  readonly #likeness = new Likeness()
  readonly #pace: Pace

  readonly #gaps: Gap[] = []
  #pairs = 0
  #isOther: boolean | null = null

  /** `same` is where it is known already which lines are the same; it then belongs to the map. */
  static async between(a: readonly string[], b: readonly string[], same?: Alignment): Promise<LineMap> {
    const pace = new Pace(patienceMs)
    const loose = { a: await pace.map(a, squeezed), b: await pace.map(b, squeezed) }
    const aligned = same ?? (await align({ a, b }, loose, pace))
    await alignMoved(aligned, loose.a, loose.b, pace)
    return new LineMap(loose, aligned, pace)
  }

  private constructor(loose: Both, same: Alignment, pace: Pace) {
    this.#a = loose.a
    this.#b = loose.b
    this.#same = same
    this.#pace = pace
    this.#alike = same.slice()
    for (const at of same) if (at !== nowhere) this.#taken.add(at)
  }

  /** Whether the second text has so little of the first that it is hardly the same file. */
  async isOther(): Promise<boolean> {
    if (this.#isOther !== null) return this.#isOther
    let [telling, there] = [0, 0]
    await this.#pace.map(this.#a, (line, at) => {
      if (!isTelling(line)) return
      telling++
      if (this.#same[at] !== nowhere) there++
    })
    this.#isOther = there * 5 < telling
    return this.#isOther
  }

  async find(line: number): Promise<Found | null> {
    const at = line - 1
    if (at < 0 || at >= this.#a.length) return null
    const same = this.#same[at] ?? nowhere
    if (same !== nowhere) return { line: same + 1, isSame: true }
    if (this.#alike[at] === nowhere) await this.#lookIntoGap(at)
    const alike = this.#alike[at] ?? nowhere
    return alike === nowhere ? null : { line: alike + 1, isSame: false }
  }

  /** A line that was changed stands between the same lines as before: among those there, it is the one most like it. */
  async #lookIntoGap(at: number): Promise<void> {
    const { first, end, free } = this.#gapAround(at)
    const window = nearby({ at: at - first, count: end - first, free: free.length })
    this.#pairs += (window.end - window.start) * (window.to - window.from)
    if (this.#pairs > mostPairsInAll) return
    const isOpen = (line: number): boolean => this.#alike[line] === nowhere
    const lines = Array.from({ length: window.end - window.start }, (_, index) => first + window.start + index)
    const places = free.slice(window.from, window.to).filter((to) => !this.#taken.has(to))
    const open = lines.filter(isOpen)
    const [a, b] = [open.map((line) => this.#a[line] ?? ''), places.map((to) => this.#b[to] ?? '')]
    for (const [row, column] of await pairAlike(a, b, this.#likeness, this.#pace)) {
      const to = places[column] ?? nowhere
      this.#alike[open[row] ?? 0] = to
      this.#taken.add(to)
    }
  }

  #gapAround(at: number): Gap {
    const known = this.#gaps.find((gap) => gap.first <= at && at < gap.end)
    if (known !== undefined) return known
    let first = at
    while (first > 0 && this.#same[first - 1] === nowhere) first--
    let end = at + 1
    while (end < this.#a.length && this.#same[end] === nowhere) end++
    const gap = { first, end, free: this.#freeAt(first, end) }
    this.#gaps.push(gap)
    return gap
  }

  /** Lines of the second text that are no line of the first, behind what comes before a gap, or before what follows. */
  #freeAt(first: number, end: number): readonly number[] {
    const above = first === 0 ? nowhere : (this.#same[first - 1] ?? nowhere)
    const below = end === this.#a.length ? this.#b.length : (this.#same[end] ?? nowhere)
    const free: number[] = []
    for (let to = above + 1; to < this.#b.length && to !== below && !this.#taken.has(to); to++) free.push(to)
    if (free.length > 0) return free
    for (let to = below - 1; to >= 0 && !this.#taken.has(to); to--) free.push(to)
    return free.toReversed()
  }
}

interface Both {
  readonly a: readonly string[]
  readonly b: readonly string[]
}

const trimmed = (line: string): string => line.trimEnd()

async function align({ a, b }: Both, loose: Both, pace: Pace): Promise<Alignment> {
  const exact = { a: await pace.map(a, trimmed), b: await pace.map(b, trimmed) }
  const same = await alignLines({ exact: exact.a, loose: loose.a }, { exact: exact.b, loose: loose.b }, pace)
  slideBlocks(same, exact.a, exact.b)
  return same
}

/** Lines of the first text that are not in the second, and lines of the second that are in their place. */
interface Gap {
  readonly first: number
  readonly end: number
  readonly free: readonly number[]
}

/** A gap that is too wide is looked at only around the line, and where the line would be if all had grown evenly. */
function nearby({ at, count, free }: { readonly at: number; readonly count: number; readonly free: number }): {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
} {
  if (count * free <= mostPairs) return { start: 0, end: count, from: 0, to: free }
  const width = Math.floor(Math.sqrt(mostPairs))
  const centre = Math.round((at / count) * free)
  const start = Math.max(0, at - (width >> 2))
  const from = Math.max(0, centre - width)
  return { start, end: Math.min(count, start + (width >> 1)), from, to: Math.min(free, from + width * 2) }
}
