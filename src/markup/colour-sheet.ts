import type { Role } from './code-roles.ts'

/** The letters of a text as numbers: a byte each, or two where one of them needs two. */
export type CodeUnits = Uint8Array | Uint16Array

/** Memory that the next text uses again, unless it is a lot. */
const largestKept = 1024 * 1024

class Room {
  #bytes = Buffer.alloc(0)

  of(size: number): Buffer {
    if (size <= this.#bytes.length) return this.#bytes
    const bytes = Buffer.allocUnsafeSlow(size)
    if (size <= largestKept) this.#bytes = bytes
    return bytes
  }
}

const readRoom = new Room()
const writeRoom = new Room()

const needsTwo = /[^\0-\xff]/
const newline = 10
/** What follows the last letter is none: whoever looks a little beyond it need not ask where it is. */
const beyond = 4
/** The most that a letter becomes, alone in its colour: `<c-k>`, the letter, `</c-k>`. */
const mostOfOne = 12

const [ampersand, lessThan, greaterThan] = [38, 60, 62]
const entities = { ampersand: codesOf('&amp;'), lessThan: codesOf('&lt;'), greaterThan: codesOf('&gt;') }

function codesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/**
 * A text, and beside it what it becomes in colour. Both are numbers, and a string is made when all is there: a string that
 * grows by a word at a time is a thousand pieces that somebody has to put together. For one text at a time.
 */
export class ColourSheet {
  readonly units: CodeUnits
  readonly #page: CodeUnits
  readonly #bytes: Buffer
  readonly #isWide: boolean
  readonly #length: number
  /** As much of the page is written. */
  #size = 0
  /** Where the text begins that has no colour and is not on the page yet. */
  #plain = 0

  constructor(text: string) {
    this.#isWide = needsTwo.test(text)
    this.#length = text.length
    const width = this.#isWide ? 2 : 1
    const [read, written] = [text.length + beyond, text.length * mostOfOne]
    const from = readRoom.of(read * width)
    from.fill(0, from.write(text, this.#isWide ? 'utf16le' : 'latin1'), read * width)
    this.#bytes = writeRoom.of(written * width)
    this.units = this.#isWide ? wideUnits(from, read) : from
    this.#page = this.#isWide ? wideUnits(this.#bytes, written) : this.#bytes
  }

  /** Line by line, and nothing where a line is empty. */
  add(role: Role, start: number, end: number): void {
    this.#addPlain(start)
    this.#plain = end
    for (let from = start; from <= end; ) {
      let to = from
      while (to < end && this.units[to] !== newline) to++
      if (to > from) {
        this.#open(role)
        this.#escape(from, to)
        this.#close(role)
      }
      if (to < end) this.#page[this.#size++] = newline
      from = to + 1
    }
  }

  /** Nothing in a word could be taken for anything else. */
  addWord(role: Role, start: number, end: number): void {
    this.#addPlain(start)
    this.#plain = end
    this.#open(role)
    for (let at = start; at < end; at++) this.#page[this.#size++] = this.units[at] ?? 0
    this.#close(role)
  }

  /** All of it, what comes behind the last colour too. */
  lines(): readonly string[] {
    this.#addPlain(this.#length)
    const [encoding, width] = this.#isWide ? (['utf16le', 2] as const) : (['latin1', 1] as const)
    return this.#bytes.toString(encoding, 0, this.#size * width).split('\n')
  }

  /** Everything since the last colour, in one piece. */
  #addPlain(end: number): void {
    if (end > this.#plain) this.#escape(this.#plain, end)
  }

  #escape(start: number, end: number): void {
    const { units } = this
    const page = this.#page
    let size = this.#size
    for (let at = start; at < end; at++) {
      const unit = units[at] ?? 0
      if (unit !== ampersand && unit !== lessThan && unit !== greaterThan) page[size++] = unit
      else size = writeEntity(page, size, unit)
    }
    this.#size = size
  }

  /** `<c-k>` */
  #open(role: Role): void {
    const page = this.#page
    const size = this.#size
    page[size] = 60
    page[size + 1] = 99
    page[size + 2] = 45
    page[size + 3] = role.charCodeAt(0)
    page[size + 4] = 62
    this.#size = size + 5
  }

  /** `</c-k>` */
  #close(role: Role): void {
    const page = this.#page
    const size = this.#size
    page[size] = 60
    page[size + 1] = 47
    page[size + 2] = 99
    page[size + 3] = 45
    page[size + 4] = role.charCodeAt(0)
    page[size + 5] = 62
    this.#size = size + 6
  }
}

function wideUnits({ buffer, byteOffset }: Buffer, count: number): Uint16Array {
  return new Uint16Array(buffer, byteOffset, count)
}

/** Only what stands between tags is written here: quotes do no harm there. */
function writeEntity(page: CodeUnits, start: number, unit: number): number {
  const entity = unit === ampersand ? entities.ampersand : unit === lessThan ? entities.lessThan : entities.greaterThan
  for (let at = 0; at < entity.length; at++) page[start + at] = entity[at] ?? 0
  return start + entity.length
}
