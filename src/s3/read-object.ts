import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { type S3Caller, silenceMs } from './call-s3.ts'

const tries = 3

interface Wanted {
  readonly key: string
  readonly start: number
  /** One behind the last byte. */
  readonly end: number
  /** So that what goes on after a break is the same object. */
  readonly etag: string | undefined
}

/** An object, or a part of it, as it comes. A connection that breaks is made anew, from where it broke. */
export async function readObject(
  caller: S3Caller,
  key: string,
  part: { readonly start: number; readonly end: number } | null,
): Promise<Readable> {
  const headers = part === null ? {} : { range: `bytes=${part.start}-${part.end}` }
  const answer = await caller.call({ method: 'GET', key, headers })
  const start = part?.start ?? 0
  const end = start + Number(answer.headers['content-length'] ?? 0)
  const wanted = { key, start, end, etag: answer.headers.etag }
  return Readable.from(bytesOf(caller, wanted, answer), { objectMode: false })
}

async function* bytesOf(caller: S3Caller, wanted: Wanted, first: IncomingMessage): AsyncGenerator<Buffer> {
  let at = wanted.start
  let left = tries
  for (let answer = first; ; ) {
    try {
      for await (const chunk of chunksOf(answer)) {
        at += chunk.length
        left = tries
        yield chunk
      }
      if (at >= wanted.end) return
      throw new Error('The object storage ended too soon')
    } catch (error) {
      left -= 1
      if (left === 0 || at >= wanted.end) throw error
    }
    const since = wanted.etag === undefined ? {} : { 'if-match': wanted.etag }
    const headers = { range: `bytes=${at}-${wanted.end - 1}`, ...since }
    answer = await caller.call({ method: 'GET', key: wanted.key, headers })
  }
}

/** Only while somebody waits for a chunk, silence counts. */
async function* chunksOf(answer: IncomingMessage): AsyncGenerator<Buffer> {
  const chunks = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  try {
    for (;;) {
      const timer = setTimeout(() => answer.destroy(new Error('The object storage went silent')), silenceMs)
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer))
      if (done === true) return
      yield value
    }
  } finally {
    // Where the reader has had enough, nothing more is to come.
    if (!answer.complete) answer.destroy()
  }
}
