import { rateLimited } from './errors.ts'

const comeBackSeconds = 30

/** Limits how much of something that lasts one caller may have at the same time. */
export class Places {
  readonly #taken = new Map<string, number>()

  /** Returns how to give the place back, which is done once. */
  take(who: string, most: number): () => void {
    const taken = this.#taken.get(who) ?? 0
    if (taken >= most) throw rateLimited(comeBackSeconds)
    this.#taken.set(who, taken + 1)
    return () => this.#giveBack(who)
  }

  #giveBack(who: string): void {
    const left = (this.#taken.get(who) ?? 1) - 1
    if (left === 0) this.#taken.delete(who)
    else this.#taken.set(who, left)
  }
}
