import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../../config.ts'
import type { Allowance, LimitName, Limits } from '../../core/limits.ts'

/** A whole office behind one address may mistype a password; one account attacked from everywhere may not, for long. */
const accountFactor = 10

export function rateLimits(config: Config): Limits {
  if (!config.RATE_LIMIT_ENABLED) return unlimited
  const login = config.RATE_LIMIT_LOGIN
  const limiters: Record<LimitName, RateLimiterMemory> = {
    anonymous: limiter(config.RATE_LIMIT_ANONYMOUS.points, config.RATE_LIMIT_ANONYMOUS.seconds),
    user: limiter(config.RATE_LIMIT_USER.points, config.RATE_LIMIT_USER.seconds),
    login: limiter(login.points, login.seconds),
    register: limiter(login.points, login.seconds),
    reset: limiter(login.points, login.seconds),
    account: limiter(login.points * accountFactor, login.seconds),
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
  }
}

const unlimited: Limits = {
  take: () => Promise.resolve({ limit: 0, remaining: 0, resetSeconds: 0, exceeded: false }),
  giveBack: () => Promise.resolve(),
}

function limiter(points: number, duration: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration })
}

function allowance(limit: number, state: RateLimiterRes, exceeded: boolean): Allowance {
  return {
    limit,
    remaining: Math.max(0, state.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
    exceeded,
  }
}
