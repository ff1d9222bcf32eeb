import type { Pace } from '../core/pace.ts'
import { type Pairs, type Sides, type Span, shortestWay } from './shortest-way.ts'

/** For each line of one text the line of the other that is the same, or `nowhere`. Lines are counted from 0. */
export type Alignment = Int32Array

export const nowhere = -1

/** The clock costs more than a look at one line. */
const atOnce = 256

/** A text as it is, and without what hardly counts, line by line. */
export interface Text {
  readonly exact: readonly string[]
  readonly loose: readonly string[]
}

/**
 * Puts two texts side by side: first by lines that each has once, which is how a person finds their way, and between
 * those by the shortest way from the one to the other.
 */
export async function alignLines(a: Text, b: Text, pace: Pace): Promise<Alignment> {
  const exact = await numbered(a.exact, b.exact, pace)
  const loose = await numbered(a.loose, b.loose, pace)
  const found = new Int32Array(a.exact.length).fill(nowhere)
  // A stack of our own: a text that alternates could nest deeper than calls can.
  const open: Span[] = [{ a: 0, aEnd: a.exact.length, b: 0, bEnd: b.exact.length }]
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    if (await pace.isOver()) break
    open.push(...(await alignSpan({ exact, loose }, span, found, pace)))
  }
  return found
}

/** The same number for the same line. */
async function numbered(a: readonly string[], b: readonly string[], pace: Pace): Promise<Sides> {
  const ids = new Map<string, number>()
  const number = (line: string): number => {
    const known = ids.get(line) ?? ids.size
    ids.set(line, known)
    return known
  }
  return { a: Int32Array.from(await pace.map(a, number)), b: Int32Array.from(await pace.map(b, number)) }
}

/** Aligns what is plain and returns what is left between. */
async function alignSpan(
  { exact, loose }: { readonly exact: Sides; readonly loose: Sides },
  span: Span,
  found: Alignment,
  pace: Pace,
): Promise<readonly Span[]> {
  let { a, aEnd, b, bEnd } = span
  while (a < aEnd && b < bEnd && exact.a[a] === exact.b[b]) found[a++] = b++
  while (a < aEnd && b < bEnd && exact.a[aEnd - 1] === exact.b[bEnd - 1]) found[--aEnd] = --bEnd
  if (a === aEnd || b === bEnd) return []
  const rest = { a, aEnd, b, bEnd }
  const sure = await findAnchors(exact, rest, pace)
  const anchors = sure.length > 0 ? sure : await findAnchors(loose, rest, pace)
  if (anchors.length === 0) {
    // In a block that was indented, a bracket looks like one of another block: more lines in their place are right.
    const one = await shortestWay(exact, rest, pace)
    const other = await shortestWay(loose, rest, pace)
    for (const [at, to] of other.length > one.length ? other : one) found[at] = to
    return []
  }
  const between: Span[] = []
  for (const [at, to] of [...anchors, [aEnd, bEnd] as const]) {
    between.push({ a, aEnd: at, b, bEnd: to })
    if (at < aEnd) found[at] = to
    a = at + 1
    b = to + 1
  }
  return between
}

/** Lines that are there once on each side, as many as keep their order. */
async function findAnchors(sides: Sides, span: Span, pace: Pace): Promise<Pairs> {
  const onceInA = await once(sides.a, span.a, span.aEnd, pace)
  const onceInB = await once(sides.b, span.b, span.bEnd, pace)
  const pairs: { at: number; to: number; before: number }[] = []
  // The smallest end of a chain of each length.
  const ends: number[] = []
  let met = 0
  for (const [line, at] of onceInA) {
    if (++met % atOnce === 0) await pace.isOver()
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
async function once(lines: Int32Array, start: number, end: number, pace: Pace): Promise<Map<number, number>> {
  const places = new Map<number, number>()
  for (let at = start; at < end; at++) {
    if (at % atOnce === 0) await pace.isOver()
    const line = lines[at] ?? 0
    places.set(line, places.has(line) ? nowhere : at)
  }
  return places
}
