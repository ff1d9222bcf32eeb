/** For how long it is remembered who came. */
const rememberedMs = 5000

/** Of those who come at the same time with the same thing, the first goes first, and the others know that they are not. */
export class FirstComers {
  readonly #firsts = new Map<string, Promise<unknown>>()
  readonly #lately = new Set<string>()

  /** Somebody came with it a moment ago and has had their answer. */
  cameLately(key: string): boolean {
    return this.#lately.has(key)
  }

  async among<T>(key: string, work: (isFirst: boolean) => Promise<T>): Promise<T> {
    const first = this.#firsts.get(key)
    if (first !== undefined) {
      await first.catch(() => undefined)
      return work(false)
    }
    const own = work(true)
    this.#firsts.set(key, own)
    try {
      return await own
    } finally {
      this.#firsts.delete(key)
      this.#lately.add(key)
      setTimeout(() => this.#lately.delete(key), rememberedMs).unref()
    }
  }
}
