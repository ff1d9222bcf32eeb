import type { Readable, Writable } from 'node:stream'
import { stoppedReading } from '../core/errors.ts'
import type { Turn } from '../core/turns.ts'
import { type Pace, Watch } from '../core/watch.ts'

/** So much is sent at once; what comes after this has been sent goes out as it comes. */
const enough = 64 * 1024
/** Nobody notices that a word came so much later. */
const waitMs = 4

export interface Watched {
  readonly turn: Turn
  readonly pace: Pace
}

/**
 * Sends everything on, and ends with it. What a git says in many small pieces goes out in few: each is a word to the kernel
 * and a start of whoever reads it. Fails when nobody is there to take it any more, or takes next to nothing; the turn rests
 * while it is them that we wait for.
 */
export function pour(from: Readable, to: Writable, { turn, pace }: Watched): Promise<void> {
  return new Promise((resolve, reject) => {
    const watch = new Watch(turn, pace, () => fail(stoppedReading()))
    let held: Buffer[] = []
    let size = 0
    let timer: NodeJS.Timeout | undefined
    const taken = (): Buffer => {
      clearTimeout(timer)
      timer = undefined
      const [only, ...others] = held
      const bytes = only !== undefined && others.length === 0 ? only : Buffer.concat(held)
      held = []
      size = 0
      return bytes
    }
    let unsent = 0
    const send = (): void => {
      const bytes = taken()
      unsent += bytes.length
      if (to.write(bytes)) return
      from.pause()
      watch.waits()
    }
    const drained = (): void => {
      watch.moved(unsent)
      unsent = 0
      from.resume()
    }
    const fail = (error: Error): void => {
      clearTimeout(timer)
      watch.end()
      from.destroy()
      reject(error)
    }
    from.on('data', (bytes: Buffer) => {
      held.push(bytes)
      size += bytes.length
      if (size >= enough) send()
      else timer ??= setTimeout(send, waitMs)
    })
    from.once('error', fail)
    from.once('end', () => {
      // The work is done; only its last bytes are on their way.
      turn.end()
      to.end(taken())
      watch.waits()
    })
    from.once('close', () => {
      if (!from.readableEnded) fail(new Error('What was to be sent ended in the middle'))
    })
    to.on('drain', drained)
    to.once('error', fail)
    to.once('finish', () => {
      watch.end()
      resolve()
    })
    to.once('close', () => fail(new Error('The client hung up')))
    if (to.destroyed) fail(new Error('The client hung up'))
  })
}
