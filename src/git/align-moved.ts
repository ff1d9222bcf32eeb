import { type Alignment, nowhere } from './align-lines.ts'
import { isTelling, squeezed } from './line-likeness.ts'

/** A line that stands in more places tells nothing about which one it is. */
const mostPlaces = 8

/**
 * Lines that went from here and came there: a function that was put elsewhere. The longest run of lines wins, and it has
 * to say enough to be sure: two telling lines, or one that each text has only once.
 */
export function alignMoved(same: Alignment, a: readonly string[], b: readonly string[]): void {
  const taken = new Set(same)
  const places = new Map<string, number[]>()
  for (const [at, line] of b.entries()) {
    if (taken.has(at) || !isTelling(line)) continue
    const key = squeezed(line)
    const known = places.get(key)
    if (known === undefined) places.set(key, [at])
    else known.push(at)
  }
  if (places.size === 0) return
  const texts = { a: a.map(squeezed), b: b.map(squeezed) }
  const counts = { a: countsOf(texts.a), b: countsOf(texts.b) }
  const isFree = (at: number, to: number): boolean =>
    same[at] === nowhere && to >= 0 && !taken.has(to) && texts.a[at] === texts.b[to]
  for (let at = 0; at < a.length; at++) {
    if (same[at] !== nowhere) continue
    const candidates = (places.get(texts.a[at] ?? '') ?? []).filter((to) => isFree(at, to))
    if (candidates.length > mostPlaces) continue
    const [best] = candidates.map((to) => runAround(at, to, isFree)).toSorted((x, y) => y.length - x.length)
    if (best === undefined || !isSure(best, a, texts.a, counts)) continue
    for (let step = 0; step < best.length; step++) {
      same[best.at + step] = best.to + step
      taken.add(best.to + step)
    }
  }
}

interface Run {
  readonly at: number
  readonly to: number
  readonly length: number
}

function runAround(at: number, to: number, isFree: (at: number, to: number) => boolean): Run {
  let up = 0
  while (isFree(at - up - 1, to - up - 1)) up++
  let down = 1
  while (isFree(at + down, to + down)) down++
  return { at: at - up, to: to - up, length: up + down }
}

function isSure(
  { at, length }: Run,
  a: readonly string[],
  texts: readonly string[],
  counts: { readonly a: ReadonlyMap<string, number>; readonly b: ReadonlyMap<string, number> },
): boolean {
  const telling = a.slice(at, at + length).filter(isTelling)
  if (telling.length > 1) return true
  return texts
    .slice(at, at + length)
    .some((text) => isTelling(text) && counts.a.get(text) === 1 && counts.b.get(text) === 1)
}

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
