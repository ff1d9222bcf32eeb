/** What was promised to those who are under way, by what it counts against, until it is written down or given up. */
export class Promises {
  readonly #bytes = new Map<string, number>()

  of(key: string): number {
    return this.#bytes.get(key) ?? 0
  }

  add(key: string, bytes: number): void {
    const now = this.of(key) + bytes
    if (now === 0) this.#bytes.delete(key)
    else this.#bytes.set(key, now)
  }
}
