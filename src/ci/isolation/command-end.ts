import type { BoxExit } from './isolation.ts'
import { signalAll } from './process-tree.ts'

type Limit = NonNullable<BoxExit['limit']>

export interface Means {
  /** Which processes to ask, or that they were asked already. */
  ask(): Promise<readonly number[]>
  force(): void
}

/** How one command ends that does not end by itself: asked when it is called off, forced when that takes too long. */
export class CommandEnd {
  readonly #means: Means
  readonly #signal: AbortSignal
  readonly #graceMs: number
  readonly #asked = (): void => this.#ask()
  #timer: NodeJS.Timeout | undefined
  #over = false
  /** Whether it was ended by us. */
  byUs = false
  /** Whether it had to be. Whoever starts something after this ends it again. */
  forced = false
  limit: Limit | null = null

  constructor(signal: AbortSignal, graceMs: number, means: Means) {
    this.#means = means
    this.#signal = signal
    this.#graceMs = graceMs
    signal.addEventListener('abort', this.#asked, { once: true })
  }

  /** A job that takes more than it may have is not asked. */
  exceed(limit: Limit): void {
    if (this.#over) return
    this.limit ??= limit
    this.forceNow()
  }

  forceNow(): void {
    if (this.#over) return
    this.byUs = true
    this.forced = true
    this.#means.force()
  }

  /** The command has ended, one way or another. */
  over(): void {
    this.#over = true
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this.#asked)
  }

  #ask(): void {
    this.byUs = true
    this.#timer = setTimeout(() => this.forceNow(), this.#graceMs)
    void this.#means.ask().then((pids) => (this.#over ? undefined : signalAll(pids, 'SIGTERM')))
  }
}
