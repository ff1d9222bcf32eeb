import { Transform } from 'node:stream'
import { tooLarge } from '../../core/errors.ts'

/** Passes bytes on, and breaks off when there are more than allowed. */
export function limitBytes(maxBytes: number): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    },
  })
}
