import type { Readable } from 'node:stream'
import type { Watch } from '../core/watch.ts'

/** Git says so when it has all of a pack and goes through it: by how far it is, or by a sign of life every few seconds. */
const hasAll = ['Resolving deltas', '0005\u0001']

/** Passes on what a client sends, and tells whose move it is. */
export function watchSending(watch: Watch): (input: Readable) => AsyncGenerator<Buffer> {
  return async function* (input) {
    watch.waits()
    for await (const chunk of input as AsyncIterable<Buffer>) {
      watch.moved(chunk.length)
      yield chunk
      watch.waits()
    }
    watch.moved(0)
  }
}

/** A client does not close its side when it has sent all: what git says tells that it is waited for no longer. */
export function heardFromGit(watch: Watch, said: Buffer): void {
  if (hasAll.some((sign) => said.includes(sign, 0, 'latin1'))) watch.moved(0)
}
