/** Of those who come at the same time with the same thing, the first goes first, and the others know that they are not. */
export class FirstComers {
  readonly #firsts = new Map<string, Promise<unknown>>()

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
    }
  }
}
