/** What this process brings from other servers, so that it does not end in the middle of it. */
export class ImportRuns {
  readonly #ending = new AbortController()
  readonly #underWay = new Set<Promise<unknown>>()
  #unasked = 0

  /** `work` gives up when its signal says so, and tells everybody who has to know. It never fails. */
  start(work: (signal: AbortSignal) => Promise<unknown>): void {
    const run = work(this.#ending.signal).finally(() => this.#underWay.delete(run))
    this.#underWay.add(run)
  }

  /** The same for what nobody waits for: it has places of its own. */
  startUnasked(work: (signal: AbortSignal) => Promise<unknown>): void {
    this.#unasked++
    this.start((signal) => work(signal).finally(() => this.#unasked--))
  }

  get unasked(): number {
    return this.#unasked
  }

  get underWay(): number {
    return this.#underWay.size
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#underWay)
  }
}
