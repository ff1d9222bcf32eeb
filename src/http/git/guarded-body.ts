import { Transform } from 'node:stream'
import { tooLarge, tooSlow } from '../../core/errors.ts'

export interface Patience {
  readonly everyMs: number
  /** Fewer bytes than this in `everyMs` are a dribble: nobody's line is that slow. */
  readonly bytes: number
  /** How often in a row nothing at all may come. A dribble counts for half of them: it does not begin a new silence. */
  readonly silences: number
}

/** A client that packs a large history is silent for minutes. */
export const packing: Patience = { everyMs: 30_000, bytes: 1024, silences: 10 }
/** What a fetch asks for is known when it begins to ask. */
export const asking: Patience = { everyMs: 15_000, bytes: 4096, silences: 3 }

/** Passes a body on, and breaks off when it grows too large, only drips, or has stopped for good. */
export function guardedBody(maxBytes: number, slowest: Patience): Transform {
  let total = 0
  let lately = 0
  let silences = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      lately += chunk.length
      if (total > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    },
  })
  const watch = setInterval(() => {
    // Where it is git that does not take more, they are not to blame.
    const ours = body.writableNeedDrain || body.readableLength > 0
    if (ours || lately >= slowest.bytes) silences = 0
    else silences += lately === 0 ? 1 : slowest.silences / 2
    lately = 0
    if (silences >= slowest.silences) body.destroy(tooSlow())
  }, slowest.everyMs).unref()
  body.once('close', () => clearInterval(watch))
  // Whoever reads it hears of its end. Where nobody does, because the request was refused first, it must not end the process.
  body.on('error', () => undefined)
  return body
}
