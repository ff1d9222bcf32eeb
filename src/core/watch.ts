import type { Standing, Turn } from './turns.ts'

export interface Pace {
  /** How often it is looked whether we wait for them or they for us. */
  readonly everyMs: number
  /** Whoever moves fewer bytes than `bytes` in `spanMs` while we wait for them has a poor span. */
  readonly spanMs: number
  readonly bytes: number
  /** The same for whoever keeps others from their turn, and these have as little. */
  readonly awaitedBytes: number
  /** How many poor spans in a row are too many for whoever keeps others from their turn. */
  readonly holding: number
  /** How long who has more of the places than those who wait may keep one of them idle. */
  readonly greedyMs: number
  /** The same for whoever is in nobody's way: what a line takes is seen in steps of as much as the kernel holds. */
  readonly resting: number
}

/** How long who keeps others from their turn may take. */
export function longestHold({ spanMs, holding }: Pace): number {
  return spanMs * holding
}

/** How long nothing at all may move. */
export function longestStall({ spanMs, resting }: Pace): number {
  return spanMs * resting
}

type Watched = Pick<Turn, 'rest' | 'goOn' | 'standing'>

/**
 * Watches over an exchange with a client that has a turn. While it is mostly the client that is waited for, the turn rests:
 * a place is for work. Whoever hardly moves is given up.
 */
export class Watch {
  readonly #turn: Watched
  readonly #pace: Pace
  readonly #giveUp: () => void
  readonly #timer: NodeJS.Timeout
  #waitsSince: number | null = null
  #waited = 0
  #lookedAt = performance.now()
  #spanEnds: number
  #waitedInSpan = 0
  #moved = 0
  #poor = 0
  #greedyLooks = 0

  constructor(turn: Watched, pace: Pace, giveUp: () => void) {
    this.#turn = turn
    this.#pace = pace
    this.#giveUp = giveUp
    this.#spanEnds = this.#lookedAt + pace.spanMs
    this.#timer = setInterval(() => this.#look(), pace.everyMs).unref()
  }

  /** From now on it is the client's move. */
  waits(): void {
    this.#waitsSince ??= performance.now()
  }

  /** The client took or sent something. */
  moved(bytes: number): void {
    this.#moved += bytes
    if (this.#waitsSince !== null) this.#waited += performance.now() - this.#waitsSince
    this.#waitsSince = null
  }

  end(): void {
    clearInterval(this.#timer)
    this.#turn.goOn()
  }

  #look(): void {
    const now = performance.now()
    if (this.#waitsSince !== null) {
      this.#waited += now - this.#waitsSince
      this.#waitsSince = now
    }
    const isIdle = this.#waited > (now - this.#lookedAt) / 2
    this.#waitedInSpan += this.#waited
    this.#waited = 0
    this.#lookedAt = now
    let rests = false
    if (isIdle) rests = this.#turn.rest()
    else this.#turn.goOn()
    const standing = isIdle && !rests ? this.#turn.standing() : 'free'
    this.#greedyLooks = standing === 'greedy' ? this.#greedyLooks + 1 : 0
    if (this.#greedyLooks * this.#pace.everyMs >= this.#pace.greedyMs) this.#giveUp()
    else if (now >= this.#spanEnds) this.#judge(now, rests, standing)
  }

  #judge(now: number, rests: boolean, standing: Standing): void {
    const { bytes, awaitedBytes, spanMs, holding, resting } = this.#pace
    const least = standing === 'free' ? bytes : awaitedBytes
    this.#poor = this.#moved < least && this.#waitedInSpan > spanMs / 2 ? this.#poor + 1 : 0
    this.#moved = 0
    this.#waitedInSpan = 0
    this.#spanEnds = now + spanMs
    if (this.#poor >= (rests ? resting : holding)) this.#giveUp()
  }
}
