import { Fault, type FaultDetail, invalid } from './errors.ts'

/** Gathers what is wrong with the parts of an input, so that whoever sent it hears of everything at once. */
export class Problems {
  readonly #details: FaultDetail[] = [];

  /** What a part says; where it is not valid, that is noted and `instead` stands for it. Nothing of it is used then. */
  async in<T>(read: () => T | Promise<T>, instead: T): Promise<T> {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof Fault) || error.kind !== 'invalid') throw error
      this.#details.push(...error.details)
      return instead
    }
  }

  /** Throws if there were any. */
  end(): void {
    if (this.#details.length > 0) throw invalid(this.#details)
  }
}
