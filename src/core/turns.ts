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
  /** How many of these may be the same person's; as many as there may be, where it is not said. */
  readonly eachWaiting?: number
  /** Who has waited so long is told to come back later; without it, they wait until it is their turn. */
  readonly patienceMs?: number
}

const comeBackSeconds = 10

function busy(): Fault {
  return new Fault('unavailable', `The server is busy: try again in ${comeBackSeconds} s`, {
    code: 'UNAVAILABLE',
    retryAfterSeconds: comeBackSeconds,
  })
}

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
    const { waiting, eachWaiting = waiting, patienceMs } = this.#limits
    if (this.#waiting >= waiting || (this.#queues.get(who)?.length ?? 0) >= eachWaiting) throw busy()
    this.#waiting++
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#leave(who, one)
        reject(busy())
      }
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs)
      const one = {
        begin: (): void => {
          clearTimeout(timer)
          resolve()
        },
      }
      const queue = this.#queues.get(who)
      if (queue === undefined) this.#queues.set(who, [one])
      else queue.push(one)
    })
  }

  #leave(who: string, one: Waiting): void {
    this.#waiting--
    const others = this.#queues.get(who)?.filter((other) => other !== one) ?? []
    if (others.length > 0) this.#queues.set(who, others)
    else this.#queues.delete(who)
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
