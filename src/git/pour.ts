import type { Readable, Writable } from 'node:stream'

/** So much is sent at once; what comes after this has been sent goes out as it comes. */
const enough = 64 * 1024
/** Nobody notices that a word came so much later. */
const waitMs = 4

/**
 * Sends everything on, and ends with it. What a git says in many small pieces goes out in few: each is a word to the kernel
 * and a start of whoever reads it. Fails when nobody is there to take it any more.
 */
export function pour(from: Readable, to: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
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
    const send = (): void => {
      if (!to.write(taken())) from.pause()
    }
    const fail = (error: Error): void => {
      clearTimeout(timer)
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
    from.once('end', () => to.end(taken()))
    from.once('close', () => {
      if (!from.readableEnded) fail(new Error('What was to be sent ended in the middle'))
    })
    to.on('drain', () => from.resume())
    to.once('error', fail)
    to.once('finish', resolve)
    to.once('close', () => fail(new Error('The client hung up')))
    if (to.destroyed) fail(new Error('The client hung up'))
  })
}
