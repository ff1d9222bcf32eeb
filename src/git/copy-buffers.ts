const largeBytes = 1024 * 1024
const smallBytes = 64 * 1024
/** So many read in large steps at once. */
const mostLarge = 32

/**
 * Memory for those who copy what is on disk to a client: large steps for a few who are quick, small ones for everybody
 * else. Whoever stops reading keeps theirs for minutes, and there is no end of such people.
 */
export class CopyBuffers {
  #large = 0

  open(): CopyBuffer {
    return new CopyBuffer(
      () => this.#large < mostLarge && ++this.#large > 0,
      () => this.#large--,
    )
  }
}

/** The memory of one of them. */
export class CopyBuffer implements Disposable {
  readonly #take: () => boolean
  readonly #giveBack: () => void
  #bytes = Buffer.allocUnsafeSlow(smallBytes)
  #isLarge = false

  constructor(take: () => boolean, giveBack: () => void) {
    this.#take = take
    this.#giveBack = giveBack
  }

  get bytes(): Buffer {
    return this.#bytes
  }

  /** Nobody uses what was there any more: a quick reader gets more of it, a slow one less. */
  adapt(isQuick: boolean): void {
    if (isQuick === this.#isLarge || (isQuick && !this.#take())) return
    if (!isQuick) this.#giveBack()
    this.#isLarge = isQuick
    this.#bytes = Buffer.allocUnsafeSlow(isQuick ? largeBytes : smallBytes)
  }

  [Symbol.dispose](): void {
    if (this.#isLarge) this.#giveBack()
    this.#isLarge = false
  }
}
