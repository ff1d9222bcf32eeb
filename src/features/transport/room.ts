import type { Readable } from 'node:stream'
import { tooSlow } from '../../core/errors.ts'
import { LateTurn } from '../../core/late-turn.ts'
import type { Turn } from '../../core/turns.ts'
import { longestHold, longestStall, type Pace } from '../../core/watch.ts'

const empty = Buffer.alloc(0)

/**
 * Memory for what a fetch asks for. A long question needs a place among those that are held at once, and has to come in
 * time; it is let go of as soon as a git has it, or nobody needs to ask one.
 */
export class Room implements Disposable {
  /** Longer ones are not held: they go on as they come. */
  readonly longest: number
  question: Buffer = empty
  readonly #turn: LateTurn
  readonly #input: Readable
  readonly #pace: Pace
  #timer: NodeJS.Timeout | undefined

  constructor(longest: number, take: () => Promise<Turn>, input: Readable, pace: Pace) {
    this.longest = longest
    this.#turn = new LateTurn(take)
    this.#input = input
    this.#pace = pace
  }

  async begin(): Promise<void> {
    await this.#turn.begin()
    const began = performance.now()
    this.#timer = setInterval(() => {
      if (performance.now() - began > this.#mostMs()) this.#input.destroy(tooSlow())
    }, this.#pace.everyMs)
  }

  /** Less where others wait for the room. */
  #mostMs(): number {
    const standing = this.#turn.standing()
    if (standing === 'greedy') return this.#pace.greedyMs
    return standing === 'awaited' ? longestHold(this.#pace) : longestStall(this.#pace)
  }

  /** It has come as a whole. */
  keep(question: Buffer): void {
    clearInterval(this.#timer)
    this.question = question
  }

  /** Whoever answers it has a place of their own by now. */
  leave(): void {
    clearInterval(this.#timer)
    this.#turn.end()
  }

  letGo(): void {
    this.question = empty
    this.leave()
  }

  [Symbol.dispose](): void {
    this.letGo()
  }
}
