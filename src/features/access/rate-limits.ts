import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
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
  /** What was counted elsewhere. */
  add(name: LimitName, key: string, points: number): Promise<void>
}

export function rateLimits(config: Config): LocalLimits {
  if (!config.RATE_LIMIT_ENABLED) return unlimited
  const rates = ratesOf(config)
  const limiters: Record<LimitName, RateLimiterMemory> = {
    anonymous: limiter(rates.anonymous),
    user: limiter(rates.user),
    login: limiter(rates.login),
    register: limiter(rates.register),
    reset: limiter(rates.reset),
    account: limiter(rates.account),
  }
  return {
    take: async (name, key) => {
      const one = limiters[name]
      try {
        return allowance(one.points, await one.consume(key), false)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return allowance(one.points, refused, true)
      }
    },
    giveBack: async (name, key) => {
      await limiters[name].reward(key)
    },
    add: async (name, key, points) => {
      await limiters[name].penalty(key, points)
    },
  }
}

const unlimited: LocalLimits = {
  take: () => Promise.resolve({ limit: 0, remaining: 0, resetSeconds: 0, exceeded: false }),
  giveBack: () => Promise.resolve(),
  add: () => Promise.resolve(),
}

function limiter({ points, seconds }: Rate): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: seconds })
}

function allowance(limit: number, state: RateLimiterRes, exceeded: boolean): Allowance {
  return {
    limit,
    remaining: Math.max(0, state.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
    exceeded,
  }
}
