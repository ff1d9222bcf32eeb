/** What this process brings from other servers, so that it does not end in the middle of it. */
export class ImportRuns {
  readonly #ending = new AbortController()
  readonly #underWay = new Set<Promise<void>>()

  /** `work` gives up when its signal says so, and tells everybody who has to know. It never fails. */
  start(work: (signal: AbortSignal) => Promise<void>): void {
    const run = work(this.#ending.signal).finally(() => this.#underWay.delete(run))
    this.#underWay.add(run)
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#underWay)
  }
}
