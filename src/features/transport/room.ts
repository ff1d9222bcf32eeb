import type { Readable } from 'node:stream'
import { tooSlow } from '../../core/errors.ts'
import { LateTurn } from '../../core/late-turn.ts'
import type { Turn } from '../../core/turns.ts'

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
  readonly #mostMs: number
  #timer: NodeJS.Timeout | undefined

  constructor(longest: number, take: () => Promise<Turn>, input: Readable, mostMs: number) {
    this.longest = longest
    this.#turn = new LateTurn(take)
    this.#input = input
    this.#mostMs = mostMs
  }

  async begin(): Promise<void> {
    await this.#turn.begin()
    this.#timer = setTimeout(() => this.#input.destroy(tooSlow()), this.#mostMs)
  }

  /** It has come as a whole. */
  keep(question: Buffer): void {
    clearTimeout(this.#timer)
    this.question = question
  }

  /** Whoever answers it has a place of their own by now. */
  leave(): void {
    clearTimeout(this.#timer)
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
