import type { Readable } from 'node:stream'
import { freeBytes, type Question } from '../../git/read-questions.ts'

/**
 * Reads a request that is short to its end; one that is not goes on as a stream, from its beginning. Before it takes more
 * memory than everybody has, there has to be room.
 */
export function readSmall(input: Readable, most: number, room: () => Promise<void>): Promise<Question> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let asked = false
    const settle = (): void => {
      input.off('data', take).off('end', finish).off('error', fail).off('close', cutOff)
    }
    const take = (chunk: Buffer): void => {
      chunks.push(chunk)
      size += chunk.length
      if (size > freeBytes && !asked) {
        asked = true
        input.pause()
        room().then(() => input.resume(), fail)
      }
      if (size <= most) return
      settle()
      input.pause()
      input.unshift(Buffer.concat(chunks))
      // Whoever reads on hears of it by its end; until then nobody may be listening.
      input.on('error', () => undefined)
      resolve({ whole: null, rest: input })
    }
    const finish = (): void => {
      settle()
      resolve({ whole: Buffer.concat(chunks) })
    }
    const fail = (error: Error): void => {
      settle()
      reject(error)
    }
    const cutOff = (): void => fail(new Error('The client hung up'))
    input.on('data', take).once('end', finish).once('error', fail).once('close', cutOff)
    if (input.destroyed) cutOff()
  })
}
