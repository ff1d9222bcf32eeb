import { Followed } from './follow-reports.ts'
import { parseReport } from './parse-report.ts'
import type { OutputHeader, PowerEvent } from './report.ts'

/** The longest line that is taken for a report. */
const longestReport = 16 * 1024
const newline = 0x0a

/**
 * Takes standard output of the runtime apart, however its bytes are cut: reports, output of jobs, and everything else,
 * which is output of no job. What looks like a report and is none, is too long or does not fit, stays text.
 */
export class ReportReader {
  readonly #marker: Buffer
  readonly #tell: (event: PowerEvent) => void
  readonly #followed = new Followed()
  /** Bytes that could be the beginning of a report, as they came: put together once, not for each new one. */
  #held: Buffer[] = []
  /** How many more of them there may be before somebody has to look. */
  #room = 0
  /** The output that is coming, and how much of it is still to come. */
  #output: OutputHeader | null = null
  #missing = 0

  constructor(nonce: string, tell: (event: PowerEvent) => void) {
    this.#marker = Buffer.from(`\u{1e}${nonce}`)
    this.#tell = tell
  }

  push(chunk: Buffer): void {
    if (chunk.length < this.#room && !chunk.includes(newline)) {
      this.#held.push(chunk)
      this.#room -= chunk.length
      return
    }
    let rest = this.#held.length === 0 ? chunk : Buffer.concat([...this.#held, chunk])
    this.#held = []
    this.#room = 0
    while (rest.length > 0) {
      const next = this.#missing > 0 ? this.#takeOutput(rest) : this.#takeText(rest)
      if (next === null) return
      rest = next
    }
  }

  /** Nothing more comes: what was held back is text. */
  end(): void {
    this.#tellText(Buffer.concat(this.#held))
    this.#held = []
  }

  #takeOutput(bytes: Buffer): Buffer {
    const part = bytes.subarray(0, this.#missing)
    this.#missing -= part.length
    const { job = null, step = null, stream = 'stdout' } = this.#output ?? {}
    const known = job !== null && this.#followed.hasBegun(job)
    const ofStep = known && step !== null && this.#followed.hasStep(job, step)
    this.#tell({ type: 'output', job: known ? job : null, step: ofStep ? step : null, stream, bytes: part })
    return bytes.subarray(part.length)
  }

  /** What is left to take; null when the rest has to wait for more. */
  #takeText(bytes: Buffer): Buffer | null {
    const at = bytes.indexOf(this.#marker)
    if (at === -1) {
      const begun = bytes.length - beginningAtEnd(bytes, this.#marker)
      this.#tellText(bytes.subarray(0, begun))
      if (begun < bytes.length) this.#held = [bytes.subarray(begun)]
      return null
    }
    this.#tellText(bytes.subarray(0, at))
    const from = at + this.#marker.length
    const end = bytes.subarray(from, from + longestReport).indexOf(newline)
    if (end === -1 && bytes.length - from < longestReport) {
      this.#held = [bytes.subarray(at)]
      this.#room = longestReport - (bytes.length - from)
      return null
    }
    if (end !== -1 && this.#takeReport(bytes.subarray(from, from + end).toString('utf8')))
      return bytes.subarray(from + end + 1)
    this.#tellText(bytes.subarray(at, from))
    return bytes.subarray(from)
  }

  #takeReport(line: string): boolean {
    const report = parseReport(line)
    if (report === null) return false
    if (report.type === 'output') {
      this.#output = report
      this.#missing = report.length
      return true
    }
    if (!this.#followed.fits(report)) return false
    this.#tell(report)
    return true
  }

  #tellText(bytes: Buffer): void {
    if (bytes.length > 0) this.#tell({ type: 'output', job: null, step: null, stream: 'stdout', bytes })
  }
}

/** How many of the last bytes could be the first ones of the marker. */
function beginningAtEnd(bytes: Buffer, marker: Buffer): number {
  for (let length = Math.min(marker.length - 1, bytes.length); length > 0; length--)
    if (bytes.subarray(bytes.length - length).equals(marker.subarray(0, length))) return length
  return 0
}
