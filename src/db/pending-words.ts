/**
 * What threads are to be found by, until right before the commit. SQLite's full-text index brings the words that it has
 * gathered to its tables as soon as any other statement could have to be undone by itself, each time as a piece that it
 * has to merge with others later. All of a commit in one go cost a third of that.
 */
export class PendingWords {
  readonly #below: PendingWords | null
  #words = new Map<number, string>()
  #length = 0

  /** On top of those who were before in the same commit: it sees theirs, and its own can be let go. */
  constructor(below: PendingWords | null = null) {
    this.#below = below
  }

  get(threadId: number): string | undefined {
    return this.#words.get(threadId) ?? this.#below?.get(threadId)
  }

  set(threadId: number, words: string): void {
    this.#words.set(threadId, words)
    this.#length += words.length
  }

  /** How much was set: about what writing it will cost. */
  get length(): number {
    return this.#length
  }

  /** Lets go of what is set from here on when `work` fails. */
  async attempt(work: () => Promise<void>): Promise<void> {
    const before = new Map(this.#words)
    try {
      await work()
    } catch (error) {
      this.#words = before
      throw error
    }
  }

  /** The work that they come from is done. */
  settle(): void {
    for (const [threadId, words] of this.#words) this.#below?.set(threadId, words)
  }

  entries(): Iterable<[number, string]> {
    return this.#words
  }
}
