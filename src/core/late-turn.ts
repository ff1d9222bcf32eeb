import type { Standing, Turn } from './turns.ts'

/** A turn that is taken when there is something to do, and not while a client makes up its mind. */
export class LateTurn implements Turn {
  readonly #take: () => Promise<Turn>
  #turn: Promise<Turn> | null = null
  #begun: Turn | null = null
  #ended = false

  constructor(take: () => Promise<Turn>) {
    this.#take = take
  }

  async begin(): Promise<void> {
    this.#turn ??= this.#take()
    const turn = await this.#turn
    this.#begun = turn
    if (!this.#ended) return
    // Whoever waited has left.
    turn.end()
    throw new Error('The client hung up')
  }

  rest(): boolean {
    return this.#begun?.rest() ?? true
  }

  goOn(): void {
    this.#begun?.goOn()
  }

  standing(): Standing {
    return this.#begun?.standing() ?? 'free'
  }

  end(): void {
    this.#ended = true
    this.#begun?.end()
  }
}
