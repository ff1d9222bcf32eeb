import { Fault } from './errors.ts'

/** What is done for so many at once. */
export type HeavyWork = 'archive' | 'copy' | 'fetch' | 'form' | 'patch' | 'push' | 'question' | 'search' | 'upkeep'

interface Waiting {
  begin(): void
  giveUp(): void
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
  /** Whoever has waited so long is told to come back later; without it, they wait until it is their turn. */
  readonly patienceMs?: number
  /** How many may rest beside those at work, waiting for a client; one person's share of these is as of the others. */
  readonly resting?: number
}

/** Whether anybody else could begin if one ended, and whether they have less than whoever has it. */
export type Standing = 'free' | 'awaited' | 'greedy'

/** A place among those at work. */
export interface Turn {
  /** It waits for its client, and others may work meanwhile. False where too many do, and it keeps its place. */
  rest(): boolean
  /** There is something to do again: nobody waits in the middle of their work. */
  goOn(): void
  standing(): Standing
  /** More than once is as good as once. */
  end(): void
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
  readonly #resting = new Map<string, number>()
  #atWork = 0
  #waiting = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  get busy(): { readonly atWork: number; readonly waiting: number } {
    return { atWork: this.#atWork, waiting: this.#waiting }
  }

  async run<T>(who: string, work: (turn: Turn) => Promise<T>): Promise<T> {
    const turn = await this.take(who)
    try {
      return await work(turn)
    } finally {
      turn.end()
    }
  }

  /** For what does not begin and end in one place. */
  async take(who: string): Promise<Turn> {
    await this.#begin(who)
    let state: 'working' | 'resting' | 'ended' = 'working'
    const change = (to: typeof state): void => {
      const from = state
      state = to
      if (from === 'working') this.#stop(who)
      if (from === 'resting') take(this.#resting, who)
      if (to === 'resting') add(this.#resting, who)
      if (to === 'working') this.#start(who)
      this.#letIn()
    }
    return {
      rest: () => {
        if (state === 'working' && this.#mayRest(who)) change('resting')
        return state !== 'working'
      },
      goOn: () => {
        if (state === 'resting') change('working')
      },
      standing: () => (state === 'working' ? this.#standingOf(who) : 'free'),
      end: () => {
        if (state !== 'ended') change('ended')
      },
    }
  }

  #begin(who: string): Promise<void> | undefined {
    if (this.#mayBegin(who)) {
      this.#start(who)
      return undefined
    }
    const { waiting, eachWaiting = waiting, patienceMs } = this.#limits
    const own = this.#queues.get(who)?.length ?? 0
    if (own >= eachWaiting || (this.#waiting >= waiting && !this.#makeRoom(own))) throw busy()
    this.#waiting++
    return new Promise((resolve, reject) => {
      const one = {
        begin: (): void => {
          clearTimeout(timer)
          resolve()
        },
        giveUp: (): void => {
          clearTimeout(timer)
          this.#leave(who, one)
          reject(busy())
        },
      }
      const timer = patienceMs === undefined ? undefined : setTimeout(one.giveUp, patienceMs)
      const queue = this.#queues.get(who)
      if (queue === undefined) this.#queues.set(who, [one])
      else queue.push(one)
    })
  }

  /** Of whoever has most in the line, the last: nobody fills it for everybody else. */
  #makeRoom(own: number): boolean {
    const [longest = []] = [...this.#queues.values()].toSorted((one, other) => other.length - one.length)
    if (longest.length <= own + 1) return false
    longest.at(-1)?.giveUp()
    return true
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

  #standingOf(who: string): Standing {
    if (this.#atWork < this.#limits.atOnce) return 'free'
    const kept = [...this.#queues.keys()].filter(
      (other) => other !== who && (this.#running.get(other) ?? 0) < this.#limits.each,
    )
    if (kept.length === 0) return 'free'
    return kept.some((other) => this.#has(who) > this.#has(other) + 1) ? 'greedy' : 'awaited'
  }

  #has(who: string): number {
    return (this.#running.get(who) ?? 0) + (this.#resting.get(who) ?? 0)
  }

  #mayRest(who: string): boolean {
    const { atOnce, each, resting = 0 } = this.#limits
    const share = Math.ceil((resting * each) / atOnce)
    return sum(this.#resting) < resting && (this.#resting.get(who) ?? 0) < share
  }

  #start(who: string): void {
    this.#atWork++
    add(this.#running, who)
  }

  #stop(who: string): void {
    this.#atWork--
    take(this.#running, who)
  }

  #letIn(): void {
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

function add(counts: Map<string, number>, who: string): void {
  counts.set(who, (counts.get(who) ?? 0) + 1)
}

function take(counts: Map<string, number>, who: string): void {
  const left = (counts.get(who) ?? 1) - 1
  if (left === 0) counts.delete(who)
  else counts.set(who, left)
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((all, one) => all + one, 0)
}
