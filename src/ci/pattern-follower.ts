import type { PatternTable } from './pattern-table.ts'
import { addSpan, type Span } from './span.ts'

const mostSkipped = 8192

/**
 * Reads a stream as if some of it were not there, to find what is interrupted by that. It sleeps for as long as nothing
 * that could be found reaches over a gap: whoever reads everything finds the same, then. All places are counted from the
 * beginning of the stream.
 */
export class PatternFollower {
  readonly #table: PatternTable
  /** What is shorter is not found: two letters around a line break are nothing. */
  readonly #shortest: number
  #state = 0
  #at = 0
  /** How much was left out since it woke, and where: how much it had seen by then, and left out with that. */
  #skipped = 0
  #gaps: { readonly seen: number; readonly skipped: number }[] = []
  #gapEnd = 0

  constructor(table: PatternTable, shortest: number) {
    this.#table = table
    this.#shortest = shortest
  }

  get isAwake(): boolean {
    return this.#state !== 0
  }

  /** What lies before this can no longer be a part of anything that it will find. */
  get heldFrom(): number {
    return this.#placeOf(this.#at - this.#skipped - (this.#table.depth[this.#table.open(this.#state)] ?? 0))
  }

  /** Leaves out what lies at `at`. `state` is where whoever reads everything stands before that. */
  skip(at: number, bytes: number, state: number): void {
    if (!this.isAwake) this.#wake(at, state)
    this.#gapEnd = at + bytes
    if (!this.isAwake) return
    const seen = this.#at - this.#skipped
    this.#at += bytes
    this.#skipped += bytes
    // Nothing goes on behind so much else, and all of it would be held back.
    if (this.#skipped > mostSkipped) this.#state = 0
    if (this.#gaps.at(-1)?.seen === seen) this.#gaps.pop()
    this.#gaps.push({ seen, skipped: this.#skipped })
  }

  /** Only while it is awake. */
  read(chunk: Uint8Array, from: number, to: number, spans: Span[]): void {
    const { longest } = this.#table
    for (let place = from; place < to; place++) {
      this.#state = this.#table.next(this.#state, chunk[place] ?? 0)
      this.#at++
      const length = longest[this.#state] ?? 0
      if (length >= this.#shortest) {
        addSpan(spans, { start: this.#placeOf(this.#at - this.#skipped - length), end: this.#at })
      }
      if (this.#depth <= this.#at - this.#gapEnd) {
        this.#state = 0
        return
      }
    }
  }

  get #depth(): number {
    return this.#table.depth[this.#state] ?? 0
  }

  /** Only with what was read since the last gap: the rest it has not seen so. */
  #wake(at: number, state: number): void {
    let own = this.#table.open(state)
    while ((this.#table.depth[own] ?? 0) > at - this.#gapEnd) own = this.#table.fail[own] ?? 0
    this.#state = this.#table.open(own)
    this.#at = at
    this.#skipped = 0
    this.#gaps = []
  }

  /** Where the byte is before which so many were seen. */
  #placeOf(seen: number): number {
    let [low, high] = [0, this.#gaps.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#gaps[middle]?.seen ?? 0) <= seen) low = middle + 1
      else high = middle
    }
    return seen + (this.#gaps[low - 1]?.skipped ?? 0)
  }
}
