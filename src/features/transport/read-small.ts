import { Readable } from 'node:stream'

type Read = { readonly question: Buffer; readonly rest?: never } | { readonly question: null; readonly rest: Readable }

/** Reads a request that is short to its end; one that is not goes on as a stream, from its beginning. */
export async function readSmall(input: Readable, most: number): Promise<Read> {
  const chunks: Buffer[] = []
  let size = 0
  const reader = input.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  for (let next = await reader.next(); next.done !== true; next = await reader.next()) {
    chunks.push(next.value)
    size += next.value.length
    if (size > most) return { question: null, rest: Readable.from(goOn(chunks, reader), { objectMode: false }) }
  }
  return { question: Buffer.concat(chunks) }
}

async function* goOn(chunks: readonly Buffer[], reader: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks
  for (let next = await reader.next(); next.done !== true; next = await reader.next()) yield next.value
}
