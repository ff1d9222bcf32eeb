import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { minute, second } from '../../core/clock.ts'
import { Fault } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Api, Declined } from './ask-api.ts'
import { whyDeclined } from './decline-in-words.ts'
import type { Forge } from './forge.ts'
import { type Heard, Overtaken, type Step, saveTracker, type Turn } from './tracker-store.ts'

/** Nobody waits longer for a server that has been asked too often: GitHub's hours are over sooner. */
const longestWaitMs = 75 * minute
/** After what may be better in a moment. */
const pausesMs = [second, 4 * second, 15 * second, minute, 4 * minute]

interface Asking {
  readonly turn: Turn
  readonly forge: Forge
  readonly api: Api
  readonly hasToken: boolean
  readonly signal: AbortSignal
}

/** Asks another server for as long as there is hope, and says meanwhile what is waited for. */
export class Patience {
  readonly #app: Pick<App, 'clock' | 'db'>
  readonly #asking: Asking

  constructor(app: Pick<App, 'clock' | 'db'>, asking: Asking) {
    this.#app = app
    this.#asking = asking
  }

  /** What a project does not have is `none`, and that is fine. */
  async ask<T>(step: Step, question: () => Promise<T>, none: T): Promise<T> {
    const { signal, forge, hasToken } = this.#asking
    for (let failures = 0; ; ) {
      try {
        return await question()
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof Declined && error.comeBack !== null) {
          await this.#waitFor(error)
          continue
        }
        if (await this.#isAbsent(step, error)) return none
        const pause = isPassing(error) ? pausesMs[failures++] : undefined
        if (pause === undefined) throw whyDeclined(error, forge, hasToken)
        await this.#say({})
        await sleep(pause, undefined, { signal })
      }
    }
  }

  /** Whether the project can be had all the same: else it is not switched off, but closed to us. */
  async #isAbsent(step: Step, error: unknown): Promise<boolean> {
    if (!(error instanceof Declined)) return false
    if (error.status === 410) return true
    if (error.status !== 403 && error.status !== 404) return false
    const about = await this.#asking.api.one('').catch(() => null)
    return about !== null && !this.#asking.forge.offers(about, step)
  }

  async #waitFor(declined: Declined): Promise<void> {
    const { signal, forge, hasToken } = this.#asking
    const now = this.#app.clock.now()
    const { seconds = 0, at = now + seconds * second } = declined.comeBack ?? {}
    // A moment more than said: clocks differ.
    const ms = Math.max(second, at - now + second / 2)
    if (ms > longestWaitMs) throw whyDeclined(declined, forge, hasToken)
    await this.#say({ waitsUntil: now + ms })
    await sleep(ms, undefined, { signal })
    await this.#say({ waitsUntil: null })
  }

  async #say(heard: Heard): Promise<void> {
    const isOurs = await inTransaction(this.#app, (tx) => saveTracker(tx, this.#asking.turn, heard))
    if (!isOurs) throw new Overtaken()
  }
}

/** What may be otherwise in a moment: a server that is busy, or a connection that broke. */
function isPassing(error: unknown): boolean {
  if (error instanceof Declined) return error.status >= 500
  const [detail] = error instanceof Fault ? error.details : []
  return error instanceof Fault && (error.kind === 'unavailable' || detail?.code === 'unreachable')
}
