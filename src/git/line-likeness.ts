/** Longer lines are compared by how they begin. */
const longest = 400
/** Written by no person and no formatter: taken as they are. */
const longestSqueezed = 10_000

/** Without what an editor or a formatter changes by itself. */
export function squeezed(line: string): string {
  if (line.length > longestSqueezed) return line
  return line.trim().replace(/[;,]$/, '').replaceAll(/\s+/g, ' ')
}

/** Whether a line says enough to be recognised elsewhere: a bracket or a blank line does not. */
export function isTelling(line: string): boolean {
  return (line.slice(0, longest).match(/[\p{L}\p{N}_]/gu)?.length ?? 0) >= 6
}

/** How much two lines have in common, from 0 to 1: in pairs of characters, and in words. */
export class Likeness {
  readonly #known = new Map<string, { readonly pairs: Bag; readonly words: Bag }>()

  /** Of lines that are squeezed already. What cannot come to `least` is 0. */
  of(a: string, b: string, least: number): number {
    if (a === b) return 1
    const [short, long] = a.length < b.length ? [a.length, b.length] : [b.length, a.length]
    // There is nothing to be like in a bracket.
    if (short < 3 || 2 * short < least * (short + Math.min(long, longest))) return 0
    const [left, right] = [this.#bagsOf(a), this.#bagsOf(b)]
    return Math.max(common(left.pairs, right.pairs), common(left.words, right.words))
  }

  #bagsOf(text: string): { readonly pairs: Bag; readonly words: Bag } {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const start = text.slice(0, longest)
    const pairs = Array.from({ length: start.length - 1 }, (_, at) => start.slice(at, at + 2))
    const made = { pairs: bagOf(pairs), words: bagOf(start.match(/[\p{L}\p{N}_]+/gu) ?? []) }
    this.#known.set(text, made)
    return made
  }
}

interface Bag {
  readonly counts: ReadonlyMap<string, number>
  readonly size: number
}

function bagOf(items: readonly string[]): Bag {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return { counts, size: items.length }
}

function common(one: Bag, other: Bag): number {
  if (one.size === 0 || other.size === 0) return 0
  let both = 0
  for (const [item, count] of one.counts) both += Math.min(count, other.counts.get(item) ?? 0)
  return (2 * both) / (one.size + other.size)
}
