import { parseTree, type TreeEntry } from './parse-tree.ts'
import { kindOf } from './tree-entries.ts'

const space = 0x20
const zero = 0x30
const idLength = 20
/** Makes a capital letter of English a small one. */
const smallBit = 0x20

/**
 * What a folder holds, folders first. Where each entry stands is found out in one go; they are taken apart when somebody
 * wants to see them: all of a hundred thousand would hold up everybody for a tenth of a second.
 */
export class TreeListing {
  readonly #data: Buffer
  /** Where entries begin, in the order in which they are shown. */
  readonly #starts: readonly number[]

  constructor(data: Buffer) {
    this.#data = data
    const folders: number[] = []
    const files: number[] = []
    for (let at = 0, next = 0; at < data.length; at = next) {
      next = endOf(data, at)
      if (next > data.length) break
      const kind = kindOf(modeAt(data, at))
      ;(kind === 'folder' || kind === 'submodule' ? folders : files).push(at)
    }
    // Git has files in the order of their names already, and folders as if their names ended with a slash.
    this.#starts = [...this.#byName(folders), ...files]
  }

  get count(): number {
    return this.#starts.length
  }

  entries(from: number, to: number): readonly TreeEntry[] {
    return this.#starts.slice(from, to).flatMap((start) => this.#entryAt(start))
  }

  names(): readonly string[] {
    return this.#starts.map((start) => this.#nameAt(start))
  }

  /** Entries whose names begin with some letters of English, whether small or capital. */
  beginningWith(letters: string): readonly TreeEntry[] {
    const wanted = Buffer.from(letters.toLowerCase())
    return this.#starts
      .filter((start) => {
        const name = nameStart(this.#data, start)
        return wanted.every((letter, index) => ((this.#data[name + index] ?? 0) | smallBit) === letter)
      })
      .flatMap((start) => this.#entryAt(start))
  }

  #byName(starts: readonly number[]): readonly number[] {
    const named = starts.map((start) => ({ start, name: this.#nameAt(start) }))
    return named.toSorted((one, other) => (one.name < other.name ? -1 : 1)).map(({ start }) => start)
  }

  #entryAt(start: number): readonly TreeEntry[] {
    return parseTree(this.#data.subarray(start, endOf(this.#data, start)))
  }

  #nameAt(start: number): string {
    return this.#data.toString('utf8', nameStart(this.#data, start), endOf(this.#data, start) - idLength - 1)
  }
}

/** Behind the mode, the name, a NUL and the id. Loops over bytes are several times faster here than calls. */
function endOf(data: Buffer, start: number): number {
  let at = nameStart(data, start)
  while (at < data.length && data[at] !== 0) at++
  return at + 1 + idLength
}

function nameStart(data: Buffer, start: number): number {
  let at = start
  while (at < data.length && data[at] !== space) at++
  return at + 1
}

function modeAt(data: Buffer, start: number): number {
  let mode = 0
  for (let at = start; at < data.length && data[at] !== space; at++) mode = mode * 8 + (data[at] ?? 0) - zero
  return mode
}
