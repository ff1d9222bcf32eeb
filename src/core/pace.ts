/** Nobody waits longer than this for who goes through much. */
const turnMs = 5
/** The clock costs more than a step of what is gone through. */
const atOnce = 8

/** Lets others have their turn during long work on the thread that serves, and says when it has taken too long in all. */
export class Pace {
  readonly #until: number
  #turnEnds = performance.now() + turnMs

  constructor(patienceMs = Number.POSITIVE_INFINITY) {
    this.#until = performance.now() + patienceMs
  }

  /** What becomes of each; nobody waits for all of them. */
  async map<T, U>(items: readonly T[], act: (item: T, at: number) => U): Promise<U[]> {
    const made: U[] = []
    for (const [at, item] of items.entries()) {
      if (at % atOnce === 0) await this.isOver()
      made.push(act(item, at))
    }
    return made
  }

  async isOver(): Promise<boolean> {
    const now = performance.now()
    if (now < this.#turnEnds) return false
    if (now > this.#until) return true
    await new Promise((resolve) => setImmediate(resolve))
    this.#turnEnds = performance.now() + turnMs
    return false
  }
}
