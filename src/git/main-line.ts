import type { FilterQuestion } from './path-sieve.ts'

/** What an index of commits says of them, by their places in it. */
interface Index {
  readonly size: number
  /** Of all filters together. */
  readonly filterBytes: number
  firstParent(place: number): number | null
  /** Copies the filter of a commit, and tells where it ends. */
  copyFilter(place: number, to: Uint8Array, at: number): number
}

export interface Limits {
  /** Looks, as questions count them. */
  readonly most: number
  /** Ends there, unasked. */
  readonly endsAt?: ((place: number) => boolean) | undefined
  readonly passes?: (place: number) => void
}

export interface Passed {
  readonly place: number
  readonly steps: number
}

/**
 * Commits in the order in which walks go down first parents, each with its filter. In an index they stand by their ids, so
 * that every step waits for memory several times: where a walk goes that others went before, it takes a tenth. Grows as
 * walks go.
 */
export class MainLine {
  readonly #index: Index
  /** Where a commit stands here; 0: nobody has been there. */
  readonly #ranks: Uint32Array
  readonly #places: Uint32Array
  readonly #ends: Uint32Array
  readonly #filters: Uint8Array
  /** Where the first parent stands; 0: nobody has gone on from here, or there is none. */
  readonly #next: Uint32Array
  #size = 0

  constructor(index: Index) {
    this.#index = index
    this.#ranks = new Uint32Array(index.size)
    this.#places = new Uint32Array(index.size + 1)
    this.#ends = new Uint32Array(index.size + 1)
    this.#next = new Uint32Array(index.size + 1)
    this.#filters = new Uint8Array(index.filterBytes)
  }

  mayChange(place: number, question: FilterQuestion): boolean {
    const rank = this.#rankOf(place)
    return question.mayBeIn(this.#filters, this.#ends[rank - 1] ?? 0, this.#ends[rank] ?? 0)
  }

  /** Down to the first commit that may have changed what is asked for; the last of all, where none may. */
  passBy(from: number, question: FilterQuestion, { most, endsAt, passes }: Limits): Passed {
    const [places, ends, filters] = [this.#places, this.#ends, this.#filters]
    const last = question.looks + most
    let rank = this.#rankOf(from)
    let steps = 0
    for (; question.looks < last; steps++) {
      if (endsAt?.(places[rank] ?? 0) === true) break
      if (question.mayBeIn(filters, ends[rank - 1] ?? 0, ends[rank] ?? 0)) break
      const next = this.#next[rank] || this.#goOn(rank)
      if (next === 0) break
      passes?.(places[rank] ?? 0)
      rank = next
    }
    return { place: places[rank] ?? 0, steps }
  }

  #goOn(rank: number): number {
    const parent = this.#index.firstParent(this.#places[rank] ?? 0)
    const next = parent === null ? 0 : this.#rankOf(parent)
    this.#next[rank] = next
    return next
  }

  #rankOf(place: number): number {
    const known = this.#ranks[place] ?? 0
    return known === 0 ? this.#add(place) : known
  }

  #add(place: number): number {
    const end = this.#index.copyFilter(place, this.#filters, this.#ends[this.#size] ?? 0)
    this.#size += 1
    this.#ranks[place] = this.#size
    this.#places[this.#size] = place
    this.#ends[this.#size] = end
    return this.#size
  }
}
