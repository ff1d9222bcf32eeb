/** For each line of one text the line of the other that is the same, or `nowhere`. Lines are counted from 0. */
export type Alignment = Int32Array

export const nowhere = -1

/** More changes than this between two lines that are surely the same: not worth a longer look. */
const mostChanges = 400

/**
 * Puts two texts side by side: first by lines that each has once, which is how a person finds their way, and between
 * those by the shortest way from the one to the other. What does not count for `keyOf` makes no difference.
 */
export function alignLines(a: readonly string[], b: readonly string[], keyOf: (line: string) => string): Alignment {
  const ids = new Map<string, number>()
  const number = (line: string): number => {
    const key = keyOf(line)
    const known = ids.get(key)
    if (known !== undefined) return known
    ids.set(key, ids.size)
    return ids.size - 1
  }
  const found = new Int32Array(a.length).fill(nowhere)
  const sides = { a: Int32Array.from(a, number), b: Int32Array.from(b, number), found }
  // A stack of our own: a text that alternates could nest deeper than calls can.
  const open: Span[] = [{ a: 0, aEnd: a.length, b: 0, bEnd: b.length }]
  for (let span = open.pop(); span !== undefined; span = open.pop()) open.push(...alignSpan(sides, span))
  return found
}

interface Span {
  readonly a: number
  readonly aEnd: number
  readonly b: number
  readonly bEnd: number
}

interface Sides {
  readonly a: Int32Array
  readonly b: Int32Array
  readonly found: Alignment
}

/** Aligns what is plain and returns what is left between. */
function alignSpan(sides: Sides, span: Span): readonly Span[] {
  let { a, aEnd, b, bEnd } = span
  while (a < aEnd && b < bEnd && sides.a[a] === sides.b[b]) sides.found[a++] = b++
  while (a < aEnd && b < bEnd && sides.a[aEnd - 1] === sides.b[bEnd - 1]) sides.found[--aEnd] = --bEnd
  if (a === aEnd || b === bEnd) return []
  const rest = { a, aEnd, b, bEnd }
  const anchors = findAnchors(sides, rest)
  if (anchors.length === 0) {
    shortestWay(sides, rest)
    return []
  }
  const between: Span[] = []
  for (const [at, to] of [...anchors, [aEnd, bEnd] as const]) {
    between.push({ a, aEnd: at, b, bEnd: to })
    if (at < aEnd) sides.found[at] = to
    a = at + 1
    b = to + 1
  }
  return between
}

/** Lines that are there once on each side, as many as keep their order. */
function findAnchors(sides: Sides, span: Span): readonly (readonly [number, number])[] {
  const onceInA = once(sides.a, span.a, span.aEnd)
  const onceInB = once(sides.b, span.b, span.bEnd)
  const pairs: { at: number; to: number; before: number }[] = []
  // The smallest end of a chain of each length.
  const ends: number[] = []
  for (const [line, at] of onceInA) {
    const to = onceInB.get(line)
    if (at === nowhere || to === undefined || to === nowhere) continue
    const length = lower(ends, pairs, to)
    pairs.push({ at, to, before: length === 0 ? nowhere : (ends[length - 1] ?? nowhere) })
    ends[length] = pairs.length - 1
  }
  const chain: (readonly [number, number])[] = []
  for (let index = ends.at(-1) ?? nowhere; index !== nowhere; ) {
    const pair = pairs[index]
    if (pair === undefined) break
    chain.push([pair.at, pair.to])
    index = pair.before
  }
  return chain.toReversed()
}

function lower(ends: readonly number[], pairs: readonly { to: number }[], to: number): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pairs[ends[middle] ?? 0]?.to ?? 0) < to) low = middle + 1
    else high = middle
  }
  return low
}

/** Where each line is that is there only once, in order; `nowhere` for the others. */
function once(lines: Int32Array, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>()
  for (let at = start; at < end; at++) {
    const line = lines[at] ?? 0
    places.set(line, places.has(line) ? nowhere : at)
  }
  return places
}

/** Myers' algorithm, up to a limit; beyond it the lines stay unaligned. */
function shortestWay({ a, b, found }: Sides, span: Span): void {
  const [n, m] = [span.aEnd - span.a, span.bEnd - span.b]
  const most = Math.min(n + m, mostChanges)
  const reach = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  const at = (k: number): number => reach[k + most + 1] ?? 0
  for (let changes = 0; changes <= most; changes++) {
    trace.push(reach.slice())
    for (let k = -changes; k <= changes; k += 2) {
      let x = k === -changes || (k !== changes && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1
      while (x < n && x - k < m && a[span.a + x] === b[span.b + x - k]) x++
      reach[k + most + 1] = x
      if (x >= n && x - k >= m) return goBack(trace, span, most, found)
    }
  }
}

function goBack(trace: readonly Int32Array[], span: Span, most: number, found: Alignment): void {
  let [x, y] = [span.aEnd - span.a, span.bEnd - span.b]
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const at = (k: number): number => trace[changes]?.[k + most + 1] ?? 0
    const k = x - y
    const before = k === -changes || (k !== changes && at(k - 1) < at(k + 1)) ? k + 1 : k - 1
    const [startX, startY] = changes === 0 ? [0, 0] : [at(before), at(before) - before]
    while (x > startX && y > startY) found[span.a + --x] = span.b + --y
    ;[x, y] = [startX, startY]
  }
}
