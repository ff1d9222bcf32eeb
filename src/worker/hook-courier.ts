import type { App } from '../app.ts'
import { type DueHook, dueHooks, nextHookDue, type Room } from '../features/webhooks/due-hooks.ts'
import { serveHook } from '../features/webhooks/serve-hook.ts'
import { type Lookout, newLookout } from './lookout.ts'

/** A receiver that takes its time holds one of these, not a job's place. */
const atOnce = 64
/** Those that failed last mostly keep their place until the time-out: others always find some that they do not have. */
const failingAtOnce = 32

/** Brings webhooks what is due, each receiver on its own: a slow one delays no other. Woken by the commit. */
export class HookCourier {
  readonly #app: App
  readonly #active = new Map<number, Promise<void>>()
  /** Those of them that failed last. */
  readonly #failing = new Set<number>()
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
    for (const hook of await dueHooks(this.#app, this.#room())) this.#serve(hook)
    const next = await nextHookDue(this.#app, this.#room())
    return next === null ? Number.POSITIVE_INFINITY : next - this.#app.clock.now()
  }

  #room(): Room {
    const except = [...this.#active.keys()]
    return { except, places: atOnce - except.length, failingPlaces: failingAtOnce - this.#failing.size }
  }

  #serve({ id, isFailing }: DueHook): void {
    if (isFailing) this.#failing.add(id)
    const serving = serveHook(this.#app, id, () => this.#stopped)
      .catch((error: unknown) => this.#app.log.error({ hook: id, error: String(error) }, 'a webhook was not served'))
      .finally(() => {
        this.#active.delete(id)
        this.#failing.delete(id)
        this.#lookout.look()
      })
    this.#active.set(id, serving)
  }
}
