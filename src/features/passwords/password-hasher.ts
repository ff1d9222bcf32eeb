import { hash, verify } from '@node-rs/argon2'
import { Fault } from '../../core/errors.ts'

/** The library's default algorithm is Argon2id. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2
const longestQueue = 100

/** Argon2id, a few at a time: each takes 19 MiB and tens of milliseconds of a core, and anybody may ask for one. */
export class PasswordHasher {
  readonly #waiting: (() => void)[] = []
  #running = 0
  #decoy: Promise<string> | null = null

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(normalPassword(password), options))
  }

  /** Without a hash to compare with (no such account) the same work is done, so that time tells nothing. */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const making = (this.#decoy ??= hash('nobody has this password', options))
    const decoy = await making.catch((error: unknown) => {
      // Short of memory, for instance: whoever comes next tries again.
      this.#decoy = null
      throw error
    })
    for (const spelling of spellingsOf(password)) {
      const right = await this.#inTurn(() => verify(stored ?? decoy, spelling))
      if (right && stored !== null) return true
    }
    return false
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) {
      if (this.#waiting.length >= longestQueue) {
        throw new Fault('unavailable', 'Too many sign-ins at once: try again shortly', { code: 'INTERNAL_ERROR' })
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }
}

/** An é is one sign on some keyboards and two on others, and means the same (RFC 8265, 4.2). */
export function normalPassword(password: string): string {
  return password.normalize('NFC')
}

/** Those who set theirs before it was written in one way keep it, on whichever keyboard that was. Most have one spelling. */
function spellingsOf(password: string): ReadonlySet<string> {
  return new Set([normalPassword(password), password, password.normalize('NFD')])
}
