import { randomUUID } from 'node:crypto'
import type { App } from '../../app.ts'
import type { LimitName, Limits } from '../../core/limits.ts'
import { inTransaction } from '../../db/transaction.ts'
import { countExactly, takeBackExactly } from './count-exactly.ts'
import { type LocalLimits, rateLimits, ratesOf } from './rate-limits.ts'

type Parts = Pick<App, 'config' | 'db' | 'log'>

/** Few, and a guess too many is one too many. */
const exact: ReadonlySet<LimitName> = new Set<LimitName>(['login', 'register', 'reset', 'account'])

/** How long what one process counts is news to the others. */
const spreadMs = 300
/** PostgreSQL's messages hold 8000 bytes at most. */
const largestMessage = 7000

/**
 * Limits that hold for all processes on one PostgreSQL together. What guards secrets is counted in the database.
 * Requests of the API are counted here, at no cost, and the others are told a few times a second: they may be ahead by
 * what comes in a fraction of a second.
 */
export function sharedRateLimits(parts: Parts): Limits {
  const local = rateLimits(parts.config)
  if (!parts.config.RATE_LIMIT_ENABLED) return local
  const rates = ratesOf(parts.config)
  const spread = new SpreadCounts(parts, local)
  return {
    take: (name, key) => {
      if (exact.has(name)) return countExactly(parts, name, key, rates[name])
      spread.count(name, key, 1)
      return local.take(name, key)
    },
    giveBack: (name, key) => {
      if (exact.has(name)) return takeBackExactly(parts, name, key)
      spread.count(name, key, -1)
      return local.giveBack(name, key)
    },
  }
}

type Count = readonly [name: LimitName, key: string, points: number]

/** Tells other processes what was counted here, and counts here what they tell. */
class SpreadCounts {
  readonly #parts: Parts
  readonly #local: LocalLimits
  readonly #own = randomUUID()
  readonly #untold = new Map<string, Count>()
  #listens = false

  constructor(parts: Parts, local: LocalLimits) {
    this.#parts = parts
    this.#local = local
  }

  count(name: LimitName, key: string, points: number): void {
    // Not before anything is counted: a command that only looks after something has no use for it.
    if (!this.#listens) this.#parts.db.listen('counts', (about) => this.#heard(about))
    this.#listens = true
    if (this.#untold.size === 0) setTimeout(() => void this.#tell(), spreadMs).unref()
    const at = `${name} ${key}`
    this.#untold.set(at, [name, key, points + (this.#untold.get(at)?.[2] ?? 0)])
  }

  async #tell(): Promise<void> {
    const messages = inMessages(this.#own, [...this.#untold.values()])
    this.#untold.clear()
    try {
      await inTransaction(this.#parts, async (tx) => {
        for (const message of messages) await tx.notify('counts', message)
      })
    } catch (error) {
      this.#parts.log.warn({ error: String(error) }, 'other processes could not be told what was counted here')
    }
  }

  #heard(about: string): void {
    // Empty: something was missed while the connection was broken. The next window makes up for it.
    if (about === '') return
    const { from, counts } = JSON.parse(about) as { from: string; counts: readonly Count[] }
    if (from === this.#own) return
    for (const [name, key, points] of counts) this.#local.add(name, key, points)
  }
}

function inMessages(from: string, counts: readonly Count[]): readonly string[] {
  const messages: string[] = []
  let some: Count[] = []
  let size = 0
  const close = (): void => {
    if (some.length > 0) messages.push(JSON.stringify({ from, counts: some }))
    some = []
    size = 0
  }
  for (const count of counts) {
    if (count[2] === 0) continue
    const length = JSON.stringify(count).length + 1
    if (size + length > largestMessage) close()
    some.push(count)
    size += length
  }
  close()
  return messages
}
