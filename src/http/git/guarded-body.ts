import { Transform } from 'node:stream'
import { tooLarge, tooSlow } from '../../core/errors.ts'

export interface Patience {
  readonly everyMs: number
  /** Fewer bytes than this in `everyMs`, twice in a row, are a dribble: nobody's line is that slow. */
  readonly bytes: number
  /** How often in a row nothing at all may come: a client that packs a large history is silent for minutes. */
  readonly silences: number
}

const patience: Patience = { everyMs: 30_000, bytes: 1024, silences: 10 }

/** Passes a body on, and breaks off when it grows too large, only drips, or has stopped for good. */
export function guardedBody(maxBytes: number, slowest: Patience = patience): Transform {
  let total = 0
  let lately = 0
  let dribbles = 0
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
    silences = lately === 0 && !ours ? silences + 1 : 0
    dribbles = lately > 0 && lately < slowest.bytes && !ours ? dribbles + 1 : 0
    lately = 0
    if (silences >= slowest.silences || dribbles >= 2) body.destroy(tooSlow())
  }, slowest.everyMs).unref()
  body.once('close', () => clearInterval(watch))
  return body
}
