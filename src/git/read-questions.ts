import { Readable } from 'node:stream'
import { malformed } from '../core/errors.ts'

/** A whole question, or one that is too long to be held: then it goes on as a stream, from its beginning to its end. */
export type Question =
  // Whoever answers it may let go of it before the end of the answer.
  { whole: Buffer; readonly rest?: never } | { readonly whole: null; readonly rest: Readable }

/** So much of each is in memory without asking. */
export const freeBytes = 64 * 1024

const empty = Buffer.alloc(0)
const notGit = 'That is no question of git: a line does not say how long it is'
const flush = 0
/** Marks without a line: the end, a delimiter, the end of an answer. */
const shortest = 4

/**
 * Questions of version 2 of git's protocol, one after the other on the same connection. Each ends with a flush; one that is
 * nothing else says that there are no more.
 */
export class Questions {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = empty

  constructor(input: Readable) {
    this.#chunks = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /**
   * Null when the client has no more. Throws when it stops in the middle, or speaks something else. A long one is read on
   * when there is room for it.
   */
  async next(most: number, room: () => Promise<void>): Promise<Question | null> {
    let scanned = 0
    let asked = false
    for (;;) {
      const { end, next } = scan(this.#held, scanned)
      if (end !== null) {
        const whole = this.#take(end)
        return whole.length === shortest ? null : { whole }
      }
      if (this.#held.length > most) return { whole: null, rest: Readable.from(this.#stream(next)) }
      scanned = next
      if (this.#held.length > freeBytes && !asked) {
        asked = true
        await room()
      }
      if (!(await this.#read())) {
        if (this.#held.length === 0) return null
        throw new Error('The client stopped in the middle of a question')
      }
    }
  }

  /** `next` is where the first line begins that is not all there. */
  async *#stream(next: number): AsyncGenerator<Buffer> {
    for (let at = next; ; ) {
      yield this.#take(at)
      if (!(await this.#read())) throw new Error('The client stopped in the middle of a question')
      const found = scan(this.#held, 0)
      at = found.end ?? found.next
      if (found.end === null) continue
      yield this.#take(at)
      return
    }
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length)
    this.#held = this.#held.subarray(length)
    return taken
  }

  async #read(): Promise<boolean> {
    const came = await this.#chunks.next()
    if (came.done === true) return false
    this.#held = this.#held.length === 0 ? came.value : Buffer.concat([this.#held, came.value])
    return true
  }
}

/** Goes from line to line: to behind the flush, or to the first line that is not all there. */
function scan(bytes: Buffer, from: number): { readonly end: number | null; readonly next: number } {
  let at = from
  while (at + shortest <= bytes.length) {
    const digits = bytes.toString('latin1', at, at + shortest)
    if (!/^[\da-f]{4}$/i.test(digits)) throw malformed(notGit)
    const length = Number.parseInt(digits, 16)
    if (length === flush) return { end: at + shortest, next: at }
    if (length === 3) throw malformed(notGit)
    const next = at + Math.max(length, shortest)
    if (next > bytes.length) break
    at = next
  }
  return { end: null, next: at }
}
