import type { App } from '../../app.ts'
import type { Left } from './claim-room.ts'

/** Something that is used up. All that is under way and counts against it has the same key; null: nothing else does. */
export interface Budget {
  readonly key: string | null
  /** By what is written down; null where there is no limit. */
  readonly left: () => Promise<Left | null>
}

/** Of what comes without saying how much it is. Each time the database is asked. */
const smallestStep = 1024 * 1024
const partOfSeen = 1 / 4

/**
 * Room for an upload while it lasts: of many at once that want the last of it, those that come too late are refused before
 * they fill the disk. Each process knows its own uploads alone, so behind a balancer each may let in as much; that keeps
 * the disk from being filled by hundreds, and who gets the room in the end is for `claimRoom` to say.
 */
export class PromisedRoom {
  readonly #app: Pick<App, 'promises'>
  readonly #budgets: readonly Budget[]
  #promised = 0
  #seen = 0

  constructor(app: Pick<App, 'promises'>, budgets: readonly Budget[]) {
    this.#app = app
    this.#budgets = budgets
  }

  /** For so much in all, which somebody has announced; throws where there is not as much. */
  async promise(bytes: number): Promise<void> {
    if (bytes > this.#promised) await this.#grow(bytes, bytes)
  }

  /** So much has come, and goes on. */
  async take(bytes: number): Promise<void> {
    this.#seen += bytes
    if (this.#seen <= this.#promised) return
    await this.#grow(this.#seen, this.#seen + Math.max(smallestStep, this.#seen * partOfSeen))
  }

  /** When it is over, or is written down in a moment: what is counted twice would be refused to others. */
  release(): void {
    this.#setTo(0)
  }

  async #grow(needed: number, wanted: number): Promise<void> {
    const lefts = await Promise.all(this.#budgets.map((budget) => budget.left()))
    // From here on without a pause, so that two never get the same.
    let most = Math.floor(wanted)
    for (const [at, { key }] of this.#budgets.entries()) {
      const left = lefts[at]
      if (left === null || left === undefined) continue
      const others = key === null ? 0 : this.#app.promises.of(key) - this.#promised
      const free = left.bytes - others
      if (free < needed) throw left.refuse(needed, others)
      most = Math.min(most, free)
    }
    this.#setTo(most)
  }

  #setTo(bytes: number): void {
    for (const { key } of this.#budgets) if (key !== null) this.#app.promises.add(key, bytes - this.#promised)
    this.#promised = bytes
  }
}
