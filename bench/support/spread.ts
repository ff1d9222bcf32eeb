/** Several measurements of one thing. */
export interface Spread {
  readonly median: number
  readonly low: number
  readonly high: number
  readonly values: readonly number[]
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number): number => sorted[index] ?? Number.NaN
  const middle = Math.floor(sorted.length / 2)
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2
  return { median, low: at(0), high: at(sorted.length - 1), values }
}
