import { type Alignment, nowhere } from './align-lines.ts'

/** A blank line begins nothing. */
const blankIndent = 1000

/**
 * Where a block was added (or taken away) that ends like what stands before it, more than one place fits: with a new
 * function between two others, either `}` could be the new one. Takes the place where the block begins and ends as far to
 * the left as possible, which is where people put blocks.
 */
export function slideBlocks(found: Alignment, a: readonly string[], b: readonly string[]): void {
  for (let at = 1; at <= a.length; at++) {
    const before = found[at - 1] ?? nowhere
    if (before === nowhere) continue
    // Blocks of the other text that come in between; the end of the text is where its last line would be.
    const next = at === a.length ? b.length : (found[at] ?? nowhere)
    if (next > before + 1) slideAdded(found, { at, start: before + 1, end: next }, b)
    else if (next === nowhere) slideGone(found, at, a)
  }
}

interface Block {
  /** The line of the first text that comes behind it. */
  readonly at: number
  readonly start: number
  readonly end: number
}

function slideAdded(found: Alignment, { at, start, end }: Block, b: readonly string[]): void {
  const up = furthest(b, start, end, (steps) => found[at - steps] === start - steps)
  const best = bestSlide(b, start, end, up)
  for (let step = 1; step <= best; step++) found[at - step] = end - step
}

function slideGone(found: Alignment, start: number, a: readonly string[]): void {
  let end = start
  while (end < a.length && found[end] === nowhere) end++
  const before = found[start - 1] ?? nowhere
  const next = end === a.length ? nowhere : (found[end] ?? nowhere)
  if (next !== nowhere && next !== before + 1) return
  const up = furthest(a, start, end, (steps) => found[start - steps] === before - steps + 1)
  const best = bestSlide(a, start, end, up)
  for (let step = 1; step <= best; step++) {
    found[end - step] = before - step + 1
    found[start - step] = nowhere
  }
}

/** How many lines a block could begin earlier. */
function furthest(
  lines: readonly string[],
  start: number,
  end: number,
  isNeighbour: (steps: number) => boolean,
): number {
  let up = 0
  while (up < start && isNeighbour(up + 1) && lines[start - up - 1] === lines[end - up - 1]) up++
  return up
}

function bestSlide(lines: readonly string[], start: number, end: number, up: number): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let step = 0; step <= up; step++) {
    const cost = indentOf(lines[start - step]) + indentOf(lines[end - step])
    if (cost < least) [best, least] = [step, cost]
  }
  return best
}

function indentOf(line: string | undefined): number {
  if (line === undefined) return 0
  const first = line.search(/\S/)
  return first === -1 ? blankIndent : first
}
