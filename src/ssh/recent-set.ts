/** Different things that were seen within the last so many milliseconds. Never holds more than `most`. */
export class RecentSet {
  readonly #windowMs: number
  readonly #most: number
  /** In the order of their times: what is seen again moves to the end. */
  readonly #seen = new Map<string, number>()

  constructor(windowMs: number, most: number) {
    this.#windowMs = windowMs
    this.#most = most
  }

  add(what: string, now: number): number {
    this.#seen.delete(what)
    this.#seen.set(what, now)
    for (const [oldest, at] of this.#seen) {
      // What was seen later than now was seen by a clock that has been put right since.
      if (at > now - this.#windowMs && at <= now && this.#seen.size <= this.#most) break
      this.#seen.delete(oldest)
    }
    return this.#seen.size
  }

  forget(what: string): void {
    this.#seen.delete(what)
  }

  clear(): void {
    this.#seen.clear()
  }
}
