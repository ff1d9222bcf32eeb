/** Nobody waits longer than this for who goes through much. */
const turnMs = 5

/** Lets others have their turn during long work on the thread that serves, and says when it has taken too long in all. */
export class Pace {
  readonly #until: number
  #turnEnds = performance.now() + turnMs

  constructor(patienceMs = Number.POSITIVE_INFINITY) {
    this.#until = performance.now() + patienceMs
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
