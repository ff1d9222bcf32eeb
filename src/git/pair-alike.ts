import type { Pace } from '../core/pace.ts'
import type { Likeness } from './line-likeness.ts'
import type { Pairs } from './shortest-way.ts'

/** Less than this in common is another line. */
const leastLikeness = 0.55

/** Pairs lines that were changed: as much likeness as there can be without changing their order. */
export async function pairAlike(
  a: readonly string[],
  b: readonly string[],
  likeness: Likeness,
  pace: Pace,
): Promise<Pairs> {
  const width = b.length + 1
  const best = new Float64Array((a.length + 1) * width)
  const gains = new Float64Array(best.length)
  for (let row = a.length - 1; row >= 0; row--) {
    await pace.isOver()
    for (let column = b.length - 1; column >= 0; column--) {
      const cell = row * width + column
      const gain = gainOf(a[row] ?? '', b[column] ?? '', likeness)
      gains[cell] = gain
      const paired = gain > 0 ? gain + at(best, cell + width + 1) : 0
      best[cell] = Math.max(at(best, cell + 1), at(best, cell + width), paired)
    }
  }
  const pairs: (readonly [number, number])[] = []
  for (let row = 0, column = 0; row < a.length && column < b.length; ) {
    const cell = row * width + column
    const gain = at(gains, cell)
    if (gain > 0 && at(best, cell) === gain + at(best, cell + width + 1)) pairs.push([row++, column++])
    else if (at(best, cell) === at(best, cell + 1)) column++
    else row++
  }
  return pairs
}

function gainOf(one: string, other: string, likeness: Likeness): number {
  const common = likeness.of(one, other, leastLikeness)
  if (common < leastLikeness) return 0
  // What says little counts little: blank lines must not decide where the others go.
  return one.length < 3 ? 0.01 : common - leastLikeness + 0.05
}

function at(numbers: Float64Array, cell: number): number {
  return numbers[cell] ?? 0
}
