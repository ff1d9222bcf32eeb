import type { App } from '../app.ts'
import { dueHooks, nextHookDue } from '../features/webhooks/due-hooks.ts'
import { serveHook } from '../features/webhooks/serve-hook.ts'

/** A receiver that takes its time holds one of these, not a job's place. */
const atOnce = 64
const longestSleepMs = 30_000
const breatherMs = 1000

/** Brings webhooks what is due, each receiver on its own: a slow one delays no other. Woken by the commit. */
export class HookCourier {
  readonly #app: App
  readonly #active = new Map<number, Promise<void>>()
  #stopped = false
  #deaf: () => void = () => undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | null = null
  #lookAgain = false

  constructor(app: App) {
    this.#app = app
  }

  start(): void {
    this.#deaf = this.#app.db.listen('hooks', () => this.#look())
    this.#look()
  }

  /** Takes nothing new and waits for what is under way: at most the time-out of one attempt. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#deaf()
    clearTimeout(this.#timer)
    await this.#looking
    await Promise.allSettled(this.#active.values())
  }

  #look(): void {
    if (this.#stopped) return
    if (this.#looking !== null) {
      this.#lookAgain = true
      return
    }
    this.#looking = this.#turn().finally(() => {
      this.#looking = null
      if (!this.#lookAgain) return
      this.#lookAgain = false
      this.#look()
    })
  }

  async #turn(): Promise<void> {
    clearTimeout(this.#timer)
    let sleepMs = breatherMs
    try {
      const busy = [...this.#active.keys()]
      const due = await dueHooks(this.#app, { except: busy, count: atOnce - busy.length })
      for (const id of due) this.#serve(id)
      const next = await nextHookDue(this.#app, [...this.#active.keys()])
      const wait = next === null ? longestSleepMs : Math.max(10, next - this.#app.clock.now())
      sleepMs = Math.min(longestSleepMs, wait)
    } catch (error) {
      this.#app.log.error({ error: String(error) }, 'webhooks could not be looked after')
    }
    if (!this.#stopped) this.#timer = setTimeout(() => this.#look(), sleepMs)
  }

  #serve(id: number): void {
    const serving = serveHook(this.#app, id, () => this.#stopped)
      .catch((error: unknown) => this.#app.log.error({ hook: id, error: String(error) }, 'a webhook was not served'))
      .finally(() => {
        this.#active.delete(id)
        this.#look()
      })
    this.#active.set(id, serving)
  }
}
