import type { Pace } from '../core/pace.ts'
import { type Alignment, nowhere } from './align-lines.ts'
import { isTelling } from './line-likeness.ts'

/** A line that stands in more places tells nothing about which one it is. */
const mostPlaces = 8
/** What is moved further comes in several pieces. */
const longestRun = 200

/**
 * Lines that went from here and came there: a function that was put elsewhere. The longest run of lines wins, and it has
 * to say enough to be sure: two telling lines, or one that each text has only once.
 */
export async function alignMoved(
  same: Alignment,
  a: readonly string[],
  b: readonly string[],
  pace: Pace,
): Promise<void> {
  const taken = new Set(same)
  const places = await telling(b, (to) => !taken.has(to), pace)
  if (places.size === 0) return
  const isFree = (at: number, to: number): boolean =>
    same[at] === nowhere && to >= 0 && !taken.has(to) && a[at] === b[to]
  const counts = { a: await countsOf(a, pace), b: await countsOf(b, pace) }
  for (let at = 0; at < a.length; at++) {
    if (same[at] !== nowhere) continue
    if (await pace.isOver()) break
    const candidates = places.get(a[at] ?? '') ?? []
    if (candidates.length === 0 || candidates.length > mostPlaces) continue
    const runs = candidates.filter((to) => isFree(at, to)).map((to) => runAround(at, to, isFree))
    const [best] = runs.toSorted((one, other) => other.length - one.length)
    if (best === undefined || !isSure(a.slice(best.at, best.at + best.length), counts)) continue
    for (let step = 0; step < best.length; step++) {
      same[best.at + step] = best.to + step
      taken.add(best.to + step)
    }
  }
}

/** Where lines stand that can be recognised. */
async function telling(
  lines: readonly string[],
  isWanted: (at: number) => boolean,
  pace: Pace,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const places = new Map<string, number[]>()
  await pace.map(lines, (line, at) => {
    if (!isWanted(at) || !isTelling(line)) return
    const known = places.get(line)
    if (known === undefined) places.set(line, [at])
    else known.push(at)
  })
  return places
}

interface Run {
  readonly at: number
  readonly to: number
  readonly length: number
}

function runAround(at: number, to: number, isFree: (at: number, to: number) => boolean): Run {
  let up = 0
  while (up < longestRun && isFree(at - up - 1, to - up - 1)) up++
  let down = 1
  while (down < longestRun && isFree(at + down, to + down)) down++
  return { at: at - up, to: to - up, length: up + down }
}

function isSure(lines: readonly string[], counts: { readonly a: Counts; readonly b: Counts }): boolean {
  const told = lines.filter(isTelling)
  return told.length > 1 || told.some((line) => counts.a.get(line) === 1 && counts.b.get(line) === 1)
}

type Counts = ReadonlyMap<string, number>

async function countsOf(texts: readonly string[], pace: Pace): Promise<Counts> {
  const counts = new Map<string, number>()
  await pace.map(texts, (text) => counts.set(text, (counts.get(text) ?? 0) + 1))
  return counts
}
