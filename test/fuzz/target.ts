// What a fuzzer needs to know of a parser: where to begin, what its language is made of, and what must always hold.
import assert from 'node:assert/strict'
import { Fault } from '../../src/core/errors.ts'

export interface Target {
  readonly name: string
  /** Inputs that mean something: others are made from them. */
  readonly seeds: readonly (string | Buffer)[]
  /** Pieces of the language, so that chance need not find them. */
  readonly words?: readonly string[]
  /** Throws when something does not hold for this input. */
  readonly check: (input: Buffer) => void | Promise<void>
}

/** For parsers of text: bytes that are no text become replacement characters, as they do at the doors. */
export function ofText(check: (text: string) => void | Promise<void>): Target['check'] {
  return (input) => check(input.toString('utf8'))
}

/** What a parser made of it; undefined where it refused in the way that doors turn into a clear answer. */
export function accepted<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

export { assert }
