import { cleanLine } from './clean-line.ts'

const feed = 0x0a
const carriageReturn = 0x0d

/** Bytes of a line that are kept. What is longer is a file that somebody printed, and is cut. */
const longestLine = 8 * 1024

/**
 * Makes lines of one stream of output. A carriage return begins a line anew, as in a terminal, so a progress bar comes out
 * as it stood in the end. Never holds more than one line, and of that no more than is kept.
 */
export class LineSplitter {
  #parts: Uint8Array[] = []
  #kept = 0
  #left = 0
  /** What stood in the line before it was begun anew; it stays if nothing comes in its place. */
  #before: string | null = null

  push(chunk: Uint8Array): readonly string[] {
    const lines: string[] = []
    let nextReturn = chunk.indexOf(carriageReturn)
    for (let at = 0; at < chunk.length; ) {
      const found = chunk.indexOf(feed, at)
      const end = found === -1 ? chunk.length : found
      while (nextReturn !== -1 && nextReturn < end) {
        this.#add(chunk.subarray(at, nextReturn))
        this.#beginAnew()
        at = nextReturn + 1
        nextReturn = chunk.indexOf(carriageReturn, at)
      }
      this.#add(chunk.subarray(at, end))
      if (found === -1) break
      lines.push(this.#finish())
      at = found + 1
    }
    return lines
  }

  /** The last line, where it did not end. */
  end(): readonly string[] {
    return this.#kept === 0 && this.#before === null ? [] : [this.#finish()]
  }

  #add(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    const room = longestLine - this.#kept
    this.#left += Math.max(0, bytes.length - room)
    if (room <= 0) return
    // A copy: the chunk may be large, and its memory somebody else's.
    this.#parts.push(Buffer.from(bytes.subarray(0, room)))
    this.#kept += Math.min(room, bytes.length)
  }

  #beginAnew(): void {
    const text = this.#take()
    if (isVisible(text)) this.#before = text
  }

  #finish(): string {
    const text = this.#take()
    const line = isVisible(text) ? text : (this.#before ?? text)
    this.#before = null
    return line
  }

  #take(): string {
    if (this.#kept === 0) return ''
    const whole = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts)
    const left = this.#left
    this.#parts = []
    this.#kept = 0
    this.#left = 0
    const bytes = Buffer.from(whole ?? [])
    if (left === 0) return cleanLine(bytes.toString())
    const cut = wholeCharacters(bytes)
    return `${cleanLine(cut.toString())} … [${(left + bytes.length - cut.length).toLocaleString('en')} more bytes]`
  }
}

/** Without the part of a character, or of a colour, that the cut has left at the end. */
function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    if (needed > back) end = bytes.length - back
    break
  }
  const escape = bytes.lastIndexOf(0x1b, end - 1)
  const isOpen =
    escape !== -1 && end - escape < 32 && !/[\x40-\x5a\x5c-\x7e]/.test(bytes.toString('latin1', escape, end))
  return bytes.subarray(0, isOpen ? escape : end)
}

/** Whether there is more than orders to the cursor. */
function isVisible(text: string): boolean {
  if (text === '') return false
  // oxlint-disable-next-line no-control-regex -- colours are left over from those
  return text.replaceAll(/\x1b\[[\d;:]*m/g, '').trim() !== ''
}
