import type { Config, Rate } from '../../config.ts'
import type { Allowance, LimitName, Limits } from '../../core/limits.ts'

/** A whole office behind one address may mistype a password; one account attacked from everywhere may not, for long. */
const accountFactor = 10

export function ratesOf(config: Config): Readonly<Record<LimitName, Rate>> {
  const login = config.RATE_LIMIT_LOGIN
  return {
    anonymous: config.RATE_LIMIT_ANONYMOUS,
    user: config.RATE_LIMIT_USER,
    login,
    register: login,
    reset: login,
    account: { points: login.points * accountFactor, seconds: login.seconds },
  }
}

/** Counts in this process. */
export interface LocalLimits extends Limits {
  take(name: LimitName, key: string): Allowance
  giveBack(name: LimitName, key: string): void
  /** What was counted elsewhere. */
  add(name: LimitName, key: string, points: number): void
}

export function rateLimits(config: Config): LocalLimits {
  if (!config.RATE_LIMIT_ENABLED) return unlimited
  const rates = ratesOf(config)
  const windows: Record<LimitName, Windows> = {
    anonymous: new Windows(rates.anonymous),
    user: new Windows(rates.user),
    login: new Windows(rates.login),
    register: new Windows(rates.register),
    reset: new Windows(rates.reset),
    account: new Windows(rates.account),
  }
  return {
    take: (name, key) => windows[name].count(key, 1),
    giveBack: (name, key) => void windows[name].count(key, -1),
    add: (name, key, points) => void windows[name].count(key, points),
  }
}

const nothingCounted: Allowance = { limit: 0, remaining: 0, resetSeconds: 0, exceeded: false }

const unlimited: LocalLimits = {
  take: () => nothingCounted,
  giveBack: () => undefined,
  add: () => undefined,
}

interface Window {
  readonly endsAt: number
  counted: number
}

/** Before that, looking through all of them is not worth it. */
const fewWindows = 1000

/**
 * For each caller a window of time that begins with the first request. Without promises and timers, unlike the libraries
 * for it: every request is counted.
 */
class Windows {
  readonly #limit: number
  readonly #lengthMs: number
  readonly #open = new Map<string, Window>()
  #sweepAt = fewWindows

  constructor({ points, seconds }: Rate) {
    this.#limit = points
    this.#lengthMs = seconds * 1000
  }

  count(key: string, points: number): Allowance {
    const now = performance.now()
    const window = this.#windowOf(key, now)
    window.counted = Math.max(0, window.counted + points)
    return {
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - window.counted),
      resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
      exceeded: window.counted > this.#limit,
    }
  }

  #windowOf(key: string, now: number): Window {
    const open = this.#open.get(key)
    if (open !== undefined && open.endsAt > now) return open
    const begun = { endsAt: now + this.#lengthMs, counted: 0 }
    this.#open.set(key, begun)
    if (this.#open.size >= this.#sweepAt) this.#sweep(now)
    return begun
  }

  /** Each time that there are twice as many as were left the last time: nobody pays for it more than once. */
  #sweep(now: number): void {
    for (const [key, { endsAt }] of this.#open) if (endsAt <= now) this.#open.delete(key)
    this.#sweepAt = Math.max(fewWindows, this.#open.size * 2)
  }
}
