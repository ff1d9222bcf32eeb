interface Waiting<T> {
  readonly item: T
  readonly date: number
  readonly order: number
}

/** A heap: what is newest comes out first, and of what is equally old what came in first. */
export class NewestFirst<T> {
  readonly #heap: Waiting<T>[] = []
  #count = 0

  /** The date of what comes out next; null where nothing does. */
  get newest(): number | null {
    return this.#heap[0]?.date ?? null
  }

  add(item: T, date: number): void {
    const added = { item, date, order: this.#count++ }
    let at = this.#heap.length
    while (at > 0) {
      const above = (at - 1) >> 1
      const other = this.#heap[above]
      if (other === undefined || isBefore(other, added)) break
      this.#heap[at] = other
      at = above
    }
    this.#heap[at] = added
  }

  take(): T | undefined {
    const first = this.#heap[0]
    const last = this.#heap.pop()
    if (first === undefined || last === undefined || first === last) return first?.item
    let at = 0
    for (;;) {
      const left = this.#heap[2 * at + 1]
      const right = this.#heap[2 * at + 2]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const next = isRight ? right : left
      if (next === undefined || isBefore(last, next)) break
      this.#heap[at] = next
      at = 2 * at + (isRight ? 2 : 1)
    }
    this.#heap[at] = last
    return first.item
  }
}

function isBefore(a: Waiting<unknown>, b: Waiting<unknown>): boolean {
  return a.date > b.date || (a.date === b.date && a.order < b.order)
}
