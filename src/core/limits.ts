import type { Soon } from './soon.ts'

/** What is counted apart. `account` counts failures per account wherever they come from, the others per caller. */
export type LimitName = 'anonymous' | 'user' | 'login' | 'register' | 'reset' | 'account'

export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** Seconds until the count starts anew. */
  readonly resetSeconds: number
  readonly exceeded: boolean
}

export interface Limits {
  /** Counts one more. Counted before the work, so that a flood at once does not slip through. */
  take(name: LimitName, key: string): Soon<Allowance>
  /** Takes one back: the attempt turned out to be honest. */
  giveBack(name: LimitName, key: string): Soon<void>
}
