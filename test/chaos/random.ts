// The same numbers for the same seed, so that what a run did can be done again.

export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** From 0 up to `below`. */
  below(count: number): number
  pick<T>(from: readonly T[]): T
  chance(of: number): boolean
}

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    next,
    below,
    pick: (from) => {
      const one = from[below(from.length)]
      if (one === undefined) throw new Error('Nothing to choose from')
      return one
    },
    chance: (of) => next() < of,
  }
}
