/** Nobody waits longer than this for whoever goes through much. */
const turnMs = 5
/** The clock costs more than a step of what is gone through. */
const atOnce = 8
/** Of bytes or characters, which are gone through in far less than a turn. */
const spanLength = 65_536

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

  /** The same where each may be large. */
  async mapLarge<T, U>(items: readonly T[], act: (item: T) => U): Promise<U[]> {
    const made: U[] = []
    for (const item of items) {
      await this.isOver()
      made.push(act(item))
    }
    return made
  }

  /** From the first to the last of many, a span at a time. */
  async spans(length: number, act: (from: number, to: number) => void): Promise<void> {
    for (let from = 0; from < length; from += spanLength) {
      await this.isOver()
      act(from, Math.min(length, from + spanLength))
    }
  }

  /** Work that stops wherever others may have their turn. */
  async through<T>(work: Generator<unknown, T>): Promise<T> {
    for (;;) {
      const step = work.next()
      if (step.done === true) return step.value
      await this.isOver()
    }
  }

  async isOver(): Promise<boolean> {
    const now = performance.now()
    // This holds for whoever has taken too long as well: not all of them stop at once.
    if (now >= this.#turnEnds) {
      await new Promise((resolve) => setImmediate(resolve))
      this.#turnEnds = performance.now() + turnMs
    }
    return now > this.#until
  }
}
