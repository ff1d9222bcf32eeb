import type { Readable } from 'node:stream'

type Read = { readonly question: Buffer; readonly rest?: never } | { readonly question: null; readonly rest: Readable }

/** Reads a request that is short to its end; one that is not goes on as a stream, from its beginning. */
export function readSmall(input: Readable, most: number): Promise<Read> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (): void => {
      input.off('data', take).off('end', finish).off('error', fail).off('close', cutOff)
    }
    const take = (chunk: Buffer): void => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= most) return
      settle()
      input.pause()
      input.unshift(Buffer.concat(chunks))
      // Whoever reads on hears of it by its end; until then nobody may be listening.
      input.on('error', () => undefined)
      resolve({ question: null, rest: input })
    }
    const finish = (): void => {
      settle()
      resolve({ question: Buffer.concat(chunks) })
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
