import { LogLines } from './log-lines.ts'
import type { Secrets } from './mask-secrets.ts'

/** Of what is looked at in the end. */
const shownBytes = 16 * 1024

/**
 * The last bytes of a stream of which the rest is not kept. They are made into lines when it is over, so whoever writes
 * without end costs no work. Where they begin in the middle of a secret, its rest could not be told: as much as that may be
 * is read, and not shown.
 */
export class LogTail {
  readonly #secrets: Secrets
  readonly #unsafe: number
  #chunks: Uint8Array[] = []
  #bytes = 0
  #isCut = false

  constructor(secrets: Secrets) {
    this.#secrets = secrets
    // Twice: of what comes in the first part nothing is held back any more when the second is over.
    this.#unsafe = 2 * secrets.longest
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    for (let first = this.#chunks[0]; first !== undefined; first = this.#chunks[0]) {
      if (this.#bytes - first.length < this.#unsafe + shownBytes) return
      this.#chunks.shift()
      this.#bytes -= first.length
      this.#isCut = true
    }
  }

  /** Its lines. `before` has what came before it, and goes on with it where nothing is missing in between. */
  end(before: LogLines): readonly string[] {
    const all = Buffer.concat(this.#chunks)
    if (!this.#isCut) return [...before.push(all), ...before.end()]
    const lines = new LogLines(this.#secrets)
    lines.push(all.subarray(0, this.#unsafe))
    // The first has begun in the part that is not shown.
    return [...lines.push(all.subarray(this.#unsafe)), ...lines.end()].slice(1)
  }
}
