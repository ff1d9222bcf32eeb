// Which parts of the sources have run, as the engine itself counts them.
import { Session } from 'node:inspector/promises'

export class Coverage {
  readonly #session = new Session()
  readonly #seen = new Set<string>()

  async start(): Promise<void> {
    this.#session.connect()
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** Whether something has run since the last time that never ran before. Forgets nothing, and learns nothing. */
  async hasNews(): Promise<boolean> {
    const keys = await this.#take(() => 0)
    return keys.some((key) => !this.#seen.has(key))
  }

  /** The same, and from now on it is known: also how often, for a loop that goes round more often than ever is news. */
  async learn(): Promise<boolean> {
    const keys = await this.#take((count) => Math.min(16, Math.ceil(Math.log2(count))))
    const before = this.#seen.size
    for (const key of keys) this.#seen.add(key).add(key.replace(/\d+$/, '0'))
    return this.#seen.size > before
  }

  /** A key for every stretch of our own code that has run. */
  async #take(bucketOf: (count: number) => number): Promise<string[]> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ url }) => url.includes('/src/'))
      .flatMap(({ url, functions }) => functions.flatMap(({ ranges }) => ranges.map((range) => ({ url, ...range }))))
      .filter(({ count }) => count > 0)
      .map(({ url, startOffset, endOffset, count }) => `${url}:${startOffset}:${endOffset}:${bucketOf(count)}`)
  }

  stop(): void {
    this.#session.disconnect()
  }
}
