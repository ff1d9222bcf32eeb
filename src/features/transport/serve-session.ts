import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type Question, Questions } from '../../git/read-questions.ts'
import type { Room } from './room.ts'
import type { Wire } from './wire.ts'

export interface Asked {
  readonly question: Question
  readonly room: Room
}

/** Gives one answer, and ends what it is written to. Returns git's exit code. */
export type Answer = (asked: Asked, output: Writable) => Promise<number>

/**
 * Version 2 of git's protocol on one connection: whoever serves says what they can do, then every question is answered for
 * itself, as it would be over HTTP.
 */
export async function serveSession(
  wire: Wire,
  capabilities: Buffer,
  openRoom: () => Room,
  answer: Answer,
): Promise<number> {
  const questions = new Questions(wire.input)
  wire.output.write(capabilities)
  let exit = 0
  while (exit === 0) {
    using room = openRoom()
    const question = await questions.next(room.longest, () => room.begin())
    if (question === null) break
    const part = new Part(wire.output)
    exit = await answer({ question, room }, part)
    // Its last bytes may be on their way: nothing of the next one comes before them.
    await finished(part)
  }
  wire.output.end()
  return exit
}

/** A kept pack is there as fast as it can be encrypted: so much is, and then others get their turn. */
const atOnce = 32 * 1024

/** One of several answers: its end is not that of the connection, and the end of the connection is its own. */
class Part extends Writable {
  readonly #whole: Writable
  readonly #hungUp = (): void => void this.destroy()

  constructor(whole: Writable) {
    super()
    this.#whole = whole
    whole.once('close', this.#hungUp)
    if (whole.destroyed) this.destroy()
  }

  /** Written when the whole has it out of its hands: whoever sends may use the memory again. */
  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    const send = (at: number): void => {
      this.#whole.write(chunk.subarray(at, at + atOnce), (error) => {
        if (error || at + atOnce >= chunk.length) done(error)
        else setImmediate(send, at + atOnce)
      })
    }
    send(0)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#whole.off('close', this.#hungUp)
    done(error)
  }
}
