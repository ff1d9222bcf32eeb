import type { App } from '../app.ts'
import { dueHooks, nextHookDue } from '../features/webhooks/due-hooks.ts'
import { serveHook } from '../features/webhooks/serve-hook.ts'
import { type Lookout, newLookout } from './lookout.ts'

/** A receiver that takes its time holds one of these, not a job's place. */
const atOnce = 64

/** Brings webhooks what is due, each receiver on its own: a slow one delays no other. Woken by the commit. */
export class HookCourier {
  readonly #app: App
  readonly #active = new Map<number, Promise<void>>()
  readonly #lookout: Lookout
  #stopped = false
  #deaf: () => void = () => undefined

  constructor(app: App) {
    this.#app = app
    this.#lookout = newLookout(app.log, 'webhooks', () => this.#turn())
  }

  start(): void {
    this.#deaf = this.#app.db.listen('hooks', () => this.#lookout.look())
    this.#lookout.look()
  }

  /** Takes nothing new and waits for what is under way: at most the time-out of one attempt. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#deaf()
    await this.#lookout.stop()
    await Promise.allSettled(this.#active.values())
  }

  async #turn(): Promise<number> {
    const busy = [...this.#active.keys()]
    const due = await dueHooks(this.#app, { except: busy, count: atOnce - busy.length })
    for (const id of due) this.#serve(id)
    const next = await nextHookDue(this.#app, [...this.#active.keys()])
    return next === null ? Number.POSITIVE_INFINITY : next - this.#app.clock.now()
  }

  #serve(id: number): void {
    const serving = serveHook(this.#app, id, () => this.#stopped)
      .catch((error: unknown) => this.#app.log.error({ hook: id, error: String(error) }, 'a webhook was not served'))
      .finally(() => {
        this.#active.delete(id)
        this.#lookout.look()
      })
    this.#active.set(id, serving)
  }
}
