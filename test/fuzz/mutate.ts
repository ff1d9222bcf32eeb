// New inputs from old ones. Everything follows from the seed, so that whatever is found can be found again.

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const largest = 65_536
const odd = [
  '\0',
  '\r\n',
  '\u{202e}',
  '\u{feff}',
  '\ufffd',
  '🐢',
  'é',
  '..',
  '//',
  '\\',
  '%2e',
  '-1',
  '0',
  '2147483648',
  '9223372036854775808',
  '1e999',
  '__proto__',
  '<script>',
  '"',
  "'",
  '\u001b[',
]

/** One input after another, made from those that are known by then. */
export class Mutator {
  readonly #chance: () => number
  readonly #words: readonly Buffer[]

  constructor(seed: number, words: readonly string[]) {
    this.#chance = chanceFrom(seed)
    this.#words = [...words, ...odd].map((word) => Buffer.from(word))
  }

  next(known: readonly Buffer[]): Buffer {
    let input = this.#pick(known)
    const changes = 1 + Math.floor(this.#chance() * 4)
    for (let change = 0; change < changes; change++) input = this.#change(input, known)
    return input.subarray(0, largest)
  }

  #change(input: Buffer, known: readonly Buffer[]): Buffer {
    const at = this.#below(input.length + 1)
    const end = Math.min(input.length, at + 1 + this.#below(this.#chance() < 0.8 ? 8 : input.length + 1))
    const [head, part, tail] = [input.subarray(0, at), input.subarray(at, end), input.subarray(end)]
    switch (this.#below(7)) {
      case 0:
        return Buffer.concat([head, this.#pick(this.#words), input.subarray(at)])
      case 1:
        return Buffer.concat([head, this.#pick(this.#words), tail])
      case 2:
        return Buffer.concat([head, tail])
      case 3:
        return Buffer.concat([head, Buffer.from([this.#below(256)]), tail])
      case 4:
        return this.#repeated(head, part, tail)
      case 5: {
        const other = this.#pick(known)
        return Buffer.concat([head, other.subarray(this.#below(other.length + 1))])
      }
      default: {
        const flipped = Buffer.from(input)
        if (at < flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << this.#below(8))
        return flipped
      }
    }
  }

  /** Often a little, now and then very: what takes too long shows itself by repetition. */
  #repeated(head: Buffer, part: Buffer, tail: Buffer): Buffer {
    const times = this.#chance() < 0.9 ? 2 + this.#below(3) : this.#below(Math.floor(largest / (part.length + 1)))
    return Buffer.concat([head, ...Array.from({ length: times }, () => part), tail])
  }

  #pick(from: readonly Buffer[]): Buffer {
    return from[this.#below(from.length)] ?? Buffer.alloc(0)
  }

  #below(limit: number): number {
    return Math.floor(this.#chance() * limit)
  }
}
