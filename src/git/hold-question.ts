import { Transform } from 'node:stream'

/** Of a conversation in the older versions of git's protocol: from here on git packs. Without a `done`, where they say so. */
const asksForPack = /^done\n?$|\bno-done\b/
const shortest = 4

/** Passes on what a client says to a git, but waits for `begin` before the line that makes it pack. */
export function holdDone(begin: () => Promise<void>): Transform {
  let held: Buffer = Buffer.alloc(0)
  let begun = false
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      if (begun) return pass(null, chunk)
      const seen = scan(held.length === 0 ? chunk : Buffer.concat([held, chunk]))
      held = seen.rest
      if (!seen.asks) return pass(null, chunk)
      begun = true
      begin().then(() => pass(null, chunk), pass)
    },
  })
}

/** The same for a question that comes in pieces and is answered when the last is there. */
export function holdLast(begin: () => Promise<void>): Transform {
  let last: Buffer | null = null
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      const before = last
      last = chunk
      pass(null, before ?? undefined)
    },
    flush(pass) {
      begin().then(() => pass(null, last ?? undefined), pass)
    },
  })
}

/** What is no line of git's makes it complain, and that is work as well. */
function scan(bytes: Buffer): { readonly asks: boolean; readonly rest: Buffer } {
  let at = 0
  while (at + shortest <= bytes.length) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + shortest), 16)
    if (Number.isNaN(length)) return { asks: true, rest: bytes.subarray(at) }
    const next = at + Math.max(length, shortest)
    if (next > bytes.length) break
    if (asksForPack.test(bytes.toString('latin1', at + shortest, next)))
      return { asks: true, rest: bytes.subarray(next) }
    at = next
  }
  return { asks: false, rest: bytes.subarray(at) }
}
