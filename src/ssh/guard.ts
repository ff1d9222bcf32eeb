import { LRUCache } from 'lru-cache'
import { networkOf } from '../core/address.ts'
import { atMost } from '../core/at-most.ts'
import { type Clock, minute, second } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import { type Action, describeThreat, type Peer, type Threat } from './describe-threat.ts'
import { RecentSet } from './recent-set.ts'

/** How many within the window lead to what. */
export interface Rule {
  readonly windowS: number
  readonly log: number
  readonly throttle: number
  readonly ban: number
}

export interface GuardOptions {
  readonly rules: Readonly<Record<Threat, Rule>>
  readonly banS: number
  /** False: threats are logged, nobody is slowed down or shut out. */
  readonly acts: boolean
  /** How many networks are remembered. */
  readonly networks: number
}

/**
 * A person with many keys in their agent is let in by the last one, and what a connection did before it proved a key is
 * forgiven; so these count what never came to a good end.
 */
export const defaultGuard: GuardOptions = {
  rules: {
    ssh_brute_force: { windowS: 300, log: 10, throttle: 30, ban: 60 },
    ssh_user_enumeration: { windowS: 600, log: 3, throttle: 10, ban: 20 },
    ssh_key_scan: { windowS: 600, log: 10, throttle: 25, ban: 50 },
    ssh_connection_flood: { windowS: 60, log: 60, throttle: 120, ban: 240 },
  },
  banS: 900,
  acts: true,
  networks: 5000,
}

/** A name may be as long as a packet. */
const longest = 255

const severity = ['log', 'throttle', 'ban'] as const satisfies readonly Action[]

/** Who is to be slowed down or shut out, and until when. */
export interface Sentence {
  readonly network: string
  readonly verdict: 'slow' | 'shut'
  readonly until: number
}

interface GuardParts {
  readonly clock: Clock
  readonly log: Pick<Log, 'bare'>
  /** Tells other processes. */
  readonly share?: (sentence: Sentence) => void
}

interface Suspicion {
  readonly seen: RecentSet
  /** What was told last, so that a flood is a handful of lines. */
  told: { readonly action: Action; readonly at: number } | null
}

/** Watches what comes from each network, tells the log of threats, and says who is to be slowed down or shut out. */
export class Guard {
  readonly #clock: Clock
  readonly #log: Pick<Log, 'bare'>
  readonly #share: (sentence: Sentence) => void
  readonly #options: GuardOptions
  readonly #suspicions: LRUCache<string, Suspicion>
  readonly #slowUntil: LRUCache<string, number>
  readonly #shutUntil: LRUCache<string, number>
  readonly #longestMs: number

  constructor(parts: GuardParts, options: GuardOptions) {
    this.#clock = parts.clock
    this.#log = parts.log
    this.#share = parts.share ?? (() => undefined)
    this.#options = options
    this.#suspicions = new LRUCache(atMost(options.networks * 4))
    this.#slowUntil = new LRUCache(atMost(options.networks))
    this.#shutUntil = new LRUCache(atMost(options.networks))
    // And a little: the clocks of machines differ.
    this.#longestMs =
      Math.max(options.banS, ...Object.values(options.rules).map(({ windowS }) => windowS)) * second + minute
  }

  verdict(ip: string): 'open' | 'slow' | 'shut' {
    const network = networkOf(ip)
    const now = this.#clock.now()
    if (this.#holds(this.#shutUntil.get(network), now)) return 'shut'
    return this.#holds(this.#slowUntil.get(network), now) ? 'slow' : 'open'
  }

  /** `what` is counted once, however often it is seen: a name, a fingerprint, a connection. */
  note(threat: Threat, peer: Peer, what: string): void {
    const rule = this.#options.rules[threat]
    const now = this.#clock.now()
    const suspicion = this.#suspicionOf(threat, peer.ip)
    const count = suspicion.seen.add(what.slice(0, longest), now)
    const action = this.#actionFor(rule, count)
    if (action === null || !isNews(suspicion.told, action, now - rule.windowS * second)) return
    suspicion.told = { action, at: now }
    const banS = action === 'ban' ? this.#options.banS : 0
    if (action === 'throttle') this.#judge(peer, 'slow', now + rule.windowS * second)
    if (action === 'ban') {
      this.#judge(peer, 'shut', now + banS * second)
      suspicion.seen.clear()
      suspicion.told = null
    }
    this.#log.bare(describeThreat(threat, peer, { at: now, count, windowS: rule.windowS, action, banS }))
  }

  /** Of this process, or of another. */
  hold({ network, verdict, until }: Sentence): void {
    if (verdict === 'slow') this.#slowUntil.set(network, until)
    else this.#shutUntil.set(network, until)
  }

  #judge(peer: Peer, verdict: Sentence['verdict'], until: number): void {
    const sentence = { network: networkOf(peer.ip), verdict, until }
    this.hold(sentence)
    this.#share(sentence)
  }

  /** Until later than anybody is sentenced to was said by a clock that has been put right since. */
  #holds(until: number | undefined, now: number): boolean {
    return until !== undefined && until > now && until <= now + this.#longestMs
  }

  /** What turned out to be honest. */
  forgive(threat: Threat, ip: string, what: string): void {
    this.#suspicions.get(keyOf(threat, ip))?.seen.forget(what)
  }

  #suspicionOf(threat: Threat, ip: string): Suspicion {
    const key = keyOf(threat, ip)
    const known = this.#suspicions.get(key)
    if (known !== undefined) return known
    const { windowS, ban } = this.#options.rules[threat]
    const fresh: Suspicion = { seen: new RecentSet(windowS * second, ban), told: null }
    this.#suspicions.set(key, fresh)
    return fresh
  }

  #actionFor(rule: Rule, count: number): Action | null {
    const action = severity.findLast((one) => count >= rule[one]) ?? null
    return action === null || this.#options.acts ? action : 'log'
  }
}

/** Worse than what was told, or told so long ago that it has to be told again. */
function isNews(told: Suspicion['told'], action: Action, windowBegan: number): boolean {
  return told === null || told.at <= windowBegan || severity.indexOf(action) > severity.indexOf(told.action)
}

function keyOf(threat: Threat, ip: string): string {
  return `${threat} ${networkOf(ip)}`
}
