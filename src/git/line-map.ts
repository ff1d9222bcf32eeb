import { type Alignment, alignLines, nowhere } from './align-lines.ts'
import { alignMoved } from './align-moved.ts'
import { Likeness, squeezed } from './line-likeness.ts'
import { slideBlocks } from './slide-blocks.ts'

/** Less than this in common is another line. */
const leastLikeness = 0.55
/** Pairs of lines that are compared for one question. */
const mostPairs = 10_000

export interface Found {
  readonly line: number
  /** The line still says the same, but for spaces. */
  readonly isSame: boolean
}

/** Finds lines of one text in another. Lines are counted from 1, as people do. */
export class LineMap {
  readonly #a: readonly string[]
  readonly #b: readonly string[]
  readonly #same: Alignment
  /** Filled as far as somebody asked. */
  readonly #alike: Alignment
  readonly #taken = new Set<number>()
  readonly #likeness = new Likeness()

  /** `same` is where it is known already which lines are the same; it then belongs to the map. */
  constructor(a: readonly string[], b: readonly string[], same?: Alignment) {
    this.#a = a
    this.#b = b
    this.#same = same ?? alignText(a, b)
    alignMoved(this.#same, a, b)
    this.#alike = this.#same.slice()
    for (const at of this.#same) if (at !== nowhere) this.#taken.add(at)
  }

  find(line: number): Found | null {
    const at = line - 1
    if (at < 0 || at >= this.#a.length) return null
    const same = this.#same[at] ?? nowhere
    if (same !== nowhere) return { line: same + 1, isSame: true }
    if (this.#alike[at] === nowhere) this.#lookIntoGap(at)
    const alike = this.#alike[at] ?? nowhere
    return alike === nowhere ? null : { line: alike + 1, isSame: false }
  }

  /** A line that was changed stands between the same lines as before: among those there, it is the one most like it. */
  #lookIntoGap(at: number): void {
    let first = at
    while (first > 0 && this.#alike[first - 1] === nowhere) first--
    let end = at + 1
    while (end < this.#a.length && this.#alike[end] === nowhere) end++
    const free = this.#freeBetween(first === 0 ? nowhere : (this.#alike[first - 1] ?? nowhere), end)
    // The gap is too wide to look at all of it: the near is more likely than the far.
    const room = Math.max(1, Math.floor(mostPairs / Math.max(1, free.length)))
    const from = Math.max(first, at - (room >> 1))
    const lines = Array.from({ length: Math.min(end, from + room) - from }, (_, index) => from + index)
    for (const [line, to] of this.#bestPairs(lines, free.slice(0, mostPairs))) this.#alike[line] = to
  }

  /** Lines of the second text that are no line of the first, behind `above` and before what follows the gap. */
  #freeBetween(above: number, end: number): readonly number[] {
    const below = end === this.#a.length ? this.#b.length : (this.#alike[end] ?? nowhere)
    const free: number[] = []
    for (let to = above + 1; to < this.#b.length && to !== below && !this.#taken.has(to); to++) free.push(to)
    if (free.length > 0 || below <= 0) return free
    for (let to = below - 1; to >= 0 && !this.#taken.has(to); to--) free.unshift(to)
    return free
  }

  /** As much likeness as there can be without changing the order. */
  #bestPairs(lines: readonly number[], free: readonly number[]): readonly (readonly [number, number])[] {
    const width = free.length + 1
    const best = new Float64Array((lines.length + 1) * width)
    const gain = new Float64Array(best.length)
    for (let row = lines.length - 1; row >= 0; row--) {
      for (let column = free.length - 1; column >= 0; column--) {
        const cell = row * width + column
        gain[cell] = this.#gain(lines[row] ?? 0, free[column] ?? 0)
        const paired = (gain[cell] ?? 0) > 0 ? (gain[cell] ?? 0) + (best[cell + width + 1] ?? 0) : 0
        best[cell] = Math.max(best[cell + 1] ?? 0, best[cell + width] ?? 0, paired)
      }
    }
    const pairs: (readonly [number, number])[] = []
    for (let row = 0, column = 0; row < lines.length && column < free.length; ) {
      const cell = row * width + column
      if ((gain[cell] ?? 0) > 0 && best[cell] === (gain[cell] ?? 0) + (best[cell + width + 1] ?? 0)) {
        pairs.push([lines[row++] ?? 0, free[column++] ?? 0])
      } else if (best[cell] === best[cell + 1]) column++
      else row++
    }
    return pairs
  }

  #gain(line: number, to: number): number {
    const [one = '', other = ''] = [this.#a[line], this.#b[to]]
    const likeness = this.#likeness.of(one, other)
    if (likeness < leastLikeness) return 0
    // What says little counts little: blank lines must not decide where the others go.
    return squeezed(one).length < 3 ? 0.01 : likeness - leastLikeness + 0.05
  }
}

/** First lines that are the same, then, where they are not, those that differ in nothing but spaces. */
function alignText(a: readonly string[], b: readonly string[]): Alignment {
  const same = alignLines(a, b, (line) => line.trimEnd())
  slideBlocks(same, a, b)
  fillGaps(same, a, b)
  return same
}

function fillGaps(same: Alignment, a: readonly string[], b: readonly string[]): void {
  for (let first = 0; first < a.length; first++) {
    if (same[first] !== nowhere) continue
    let end = first
    while (end < a.length && same[end] === nowhere) end++
    const start = first === 0 ? 0 : (same[first - 1] ?? 0) + 1
    const stop = end === a.length ? b.length : (same[end] ?? 0)
    const inside = alignLines(a.slice(first, end), b.slice(start, stop), squeezed)
    for (const [index, to] of inside.entries()) if (to !== nowhere) same[first + index] = start + to
    first = end
  }
}
