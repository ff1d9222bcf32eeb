import { PatternScanner } from './pattern-scanner.ts'
import { PatternTable } from './pattern-table.ts'
import { shapesOf } from './secret-shapes.ts'
import { joinSpans, type Span } from './span.ts'

const stars = Buffer.from('***')
const nothing = Buffer.alloc(0)

/** What has to be hidden, worked out once for all streams of a job. */
export class Secrets {
  readonly table: PatternTable
  /** Bytes of the longest shape. */
  readonly longest: number

  constructor(values: Iterable<string>) {
    const shapes = new Set([...new Set(values)].flatMap(shapesOf))
    this.longest = [...shapes].reduce((most, { length }) => Math.max(most, length), 0)
    this.table = new PatternTable([...shapes].map((shape) => Buffer.from(shape, 'latin1')))
  }

  get isEmpty(): boolean {
    return this.table.depth.length === 1
  }
}

/**
 * Replaces every secret in one stream of output by `***`, in all the shapes that it is known to take, however the stream
 * is cut into chunks. What could be the beginning of a secret is held back until it is clear whether it is one.
 */
export class SecretMasker {
  readonly #scanner: PatternScanner | null
  #held: Uint8Array = nothing
  /** Where the held part begins. */
  #from = 0
  /** Secrets that reach into the held part. For one that begins before it the stars have been given out. */
  #spans: readonly Span[] = []

  constructor(secrets: Secrets) {
    this.#scanner = secrets.isEmpty ? null : new PatternScanner(secrets.table)
  }

  push(chunk: Uint8Array): Uint8Array {
    if (this.#scanner === null) return chunk
    const found = this.#scanner.scan(chunk)
    if (found.length > 0) this.#spans = joinSpans([...this.#spans, ...found.map((span) => this.#stillHeld(span))])
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    return this.#giveOut(Math.max(this.#from, this.#scanner.heldFrom))
  }

  /**
   * Whole lines that are held because a secret may begin in them and go on behind them: for when nothing has come for a
   * while. If one does, the rest of it is hidden all the same. A line that has not ended stays, so that waiting in the
   * middle of a secret does not show its beginning.
   */
  release(): Uint8Array {
    return this.#giveOut(this.#from + Math.max(this.#held.lastIndexOf(0x0a), this.#held.lastIndexOf(0x0d)) + 1)
  }

  /** The rest: the stream has ended. */
  end(): Uint8Array {
    return this.#giveOut(this.#from + this.#held.length)
  }

  /** Without what was released before its end came. */
  #stillHeld({ start, end }: Span): Span {
    return { start: Math.max(start, this.#from), end }
  }

  #giveOut(to: number): Uint8Array {
    const parts: Uint8Array[] = []
    let at = this.#from
    for (const { start, end } of this.#spans) {
      if (start >= to) break
      if (start > at) parts.push(this.#held.subarray(at - this.#from, start - this.#from))
      if (start >= this.#from) parts.push(stars)
      at = Math.min(end, to)
    }
    if (to > at) parts.push(this.#held.subarray(at - this.#from, to - this.#from))
    // One that ends here may go on yet, where the next one touches it.
    this.#spans = this.#spans.filter(({ end }) => end >= to)
    this.#held = this.#held.subarray(to - this.#from)
    this.#from = to
    return parts.length === 1 ? (parts[0] ?? nothing) : Buffer.concat(parts)
  }
}

/** Of a text that is there as a whole. */
export function maskText(secrets: Secrets, text: string): string {
  const masker = new SecretMasker(secrets)
  return Buffer.concat([masker.push(Buffer.from(text)), masker.end()]).toString()
}
