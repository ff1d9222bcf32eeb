import { Fault } from './errors.ts'

interface Waiting {
  begin(): void
}

export interface TurnLimits {
  /** How many may be at it at the same time. */
  readonly atOnce: number
  /** How many of these may be the same person's. */
  readonly each: number
  /** How many may wait; the next is told to come back later. */
  readonly waiting: number
}

const comeBackSeconds = 10

/**
 * Limits heavy work, fairly: those who wait are let in one person after the other, so that whoever asks a thousand
 * times delays themselves and nobody else.
 */
export class Turns {
  readonly #limits: TurnLimits
  readonly #queues = new Map<string, Waiting[]>()
  readonly #running = new Map<string, number>()
  #atWork = 0
  #waiting = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  get busy(): { readonly atWork: number; readonly waiting: number } {
    return { atWork: this.#atWork, waiting: this.#waiting }
  }

  async run<T>(who: string, work: () => Promise<T>): Promise<T> {
    await this.#begin(who)
    try {
      return await work()
    } finally {
      this.#end(who)
    }
  }

  #begin(who: string): Promise<void> | undefined {
    if (this.#mayBegin(who)) {
      this.#start(who)
      return undefined
    }
    if (this.#waiting >= this.#limits.waiting) {
      throw new Fault('unavailable', `The server is busy: try again in ${comeBackSeconds} s`, {
        code: 'UNAVAILABLE',
        retryAfterSeconds: comeBackSeconds,
      })
    }
    this.#waiting++
    return new Promise((begin) => {
      const queue = this.#queues.get(who)
      if (queue === undefined) this.#queues.set(who, [{ begin }])
      else queue.push({ begin })
    })
  }

  #mayBegin(who: string): boolean {
    return this.#atWork < this.#limits.atOnce && (this.#running.get(who) ?? 0) < this.#limits.each
  }

  #start(who: string): void {
    this.#atWork++
    this.#running.set(who, (this.#running.get(who) ?? 0) + 1)
  }

  #end(who: string): void {
    this.#atWork--
    const left = (this.#running.get(who) ?? 1) - 1
    if (left === 0) this.#running.delete(who)
    else this.#running.set(who, left)
    for (const [next, queue] of this.#queues) {
      if (!this.#mayBegin(next)) continue
      this.#waiting--
      this.#start(next)
      // To the end of the line, if they have more.
      this.#queues.delete(next)
      const [first, ...others] = queue
      if (others.length > 0) this.#queues.set(next, others)
      first?.begin()
      return
    }
  }
}
