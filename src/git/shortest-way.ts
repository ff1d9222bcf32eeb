import type { Pace } from '../core/pace.ts'

/** A part of both texts. */
export interface Span {
  readonly a: number
  readonly aEnd: number
  readonly b: number
  readonly bEnd: number
}

/** The lines of both texts, the same number for the same line. */
export interface Sides {
  readonly a: Int32Array
  readonly b: Int32Array
}

/** Lines that belong together. */
export type Pairs = readonly (readonly [number, number])[]

/** More changes than this between two lines that are surely the same: not worth a longer look. */
const mostChanges = 400

/** Myers' algorithm, up to a limit; beyond it nothing is aligned. */
export async function shortestWay({ a, b }: Sides, span: Span, pace: Pace): Promise<Pairs> {
  const [n, m] = [span.aEnd - span.a, span.bEnd - span.b]
  const most = Math.min(n + m, mostChanges)
  const reach = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  const at = (k: number): number => reach[k + most + 1] ?? 0
  for (let changes = 0; changes <= most; changes++) {
    await pace.isOver()
    trace.push(reach.slice())
    for (let k = -changes; k <= changes; k += 2) {
      let x = k === -changes || (k !== changes && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1
      while (x < n && x - k < m && a[span.a + x] === b[span.b + x - k]) x++
      reach[k + most + 1] = x
      if (x >= n && x - k >= m) return goBack(trace, span, most)
    }
  }
  return []
}

function goBack(trace: readonly Int32Array[], span: Span, most: number): Pairs {
  const pairs: (readonly [number, number])[] = []
  let [x, y] = [span.aEnd - span.a, span.bEnd - span.b]
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const at = (k: number): number => trace[changes]?.[k + most + 1] ?? 0
    const k = x - y
    const before = k === -changes || (k !== changes && at(k - 1) < at(k + 1)) ? k + 1 : k - 1
    const [startX, startY] = changes === 0 ? [0, 0] : [at(before), at(before) - before]
    while (x > startX && y > startY) pairs.push([span.a + --x, span.b + --y])
    ;[x, y] = [startX, startY]
  }
  return pairs
}
