import type { CodeUnits } from './colour-sheet.ts'

interface Entry<T> {
  readonly letters: Uint8Array
  readonly value: T
}

/** Words that are looked up where they stand, without making a string of each: most of those in a text are none of them. */
export class WordTable<T> {
  /** By the lowest bits of their hash; what falls together stands behind one another. */
  readonly #slots: readonly (readonly Entry<T>[])[]

  /** Words of letters that take a byte each. */
  constructor(words: ReadonlyMap<string, T>) {
    const slots = Array.from({ length: 2 ** Math.ceil(Math.log2(words.size * 4 + 1)) }, (): Entry<T>[] => [])
    for (const [word, value] of words) {
      const letters = Uint8Array.from(word, (letter) => letter.charCodeAt(0))
      const hash = letters.reduce(nextHash, 0)
      slots[hash & (slots.length - 1)]?.push({ letters, value })
    }
    this.#slots = slots
  }

  /** Of what stands from `start` to `end`; `hash` is that of its letters. */
  find(text: CodeUnits, start: number, end: number, hash: number): T | undefined {
    const slot = this.#slots[hash & (this.#slots.length - 1)]
    if (slot === undefined) return undefined
    for (let at = 0; at < slot.length; at++) {
      const entry = slot[at]
      if (entry !== undefined && isAt(text, start, end, entry.letters)) return entry.value
    }
    return undefined
  }
}

/** Of a word that has one letter more. */
export function nextHash(hash: number, letter: number): number {
  return (Math.imul(hash, 31) + letter) | 0
}

function isAt(text: CodeUnits, start: number, end: number, letters: Uint8Array): boolean {
  if (letters.length !== end - start) return false
  for (let at = 0; at < letters.length; at++) if (letters[at] !== text[start + at]) return false
  return true
}
