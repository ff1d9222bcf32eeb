import type { Hunk, PatchLine } from '../../git/parse-patch.ts'

/** Lines of the new state, both ends among them. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

/** Lines that are not shown. Where they end is not known of what follows the last change before the file was read. */
export interface Gap {
  readonly from: number
  readonly to: number | null
}

export interface Gaps {
  /** Before each hunk; null where there is none. */
  readonly above: readonly (LineRange | null)[]
  readonly below: Gap | null
}

/** More rows than this and a browser stutters: of what is asked for besides, the rest stays behind the ways to it. */
const mostRevealed = 5000

/** Hunks with more of the lines that stand between them. Those that touch then are one. */
export function revealLines(
  hunks: readonly Hunk[],
  lines: readonly string[],
  ranges: readonly LineRange[],
): readonly Hunk[] {
  const made: (Omit<Hunk, 'lines'> & { readonly lines: PatchLine[] })[] = []
  const sorted = ranges.toSorted((a, b) => a.from - b.from)
  let next = 1
  let shift = 0
  let end = 0
  let left = mostRevealed
  const add = (start: Omit<Hunk, 'lines'>, some: readonly PatchLine[], behind: number): void => {
    const last = made.at(-1)
    if (last !== undefined && end === start.newStart) for (const line of some) last.lines.push(line)
    else made.push({ ...start, lines: [...some] })
    end = behind
  }
  const fill = (until: number): void => {
    for (const range of sorted) {
      const from = Math.max(next, range.from)
      const to = Math.min(until, range.to, lines.length, from + left - 1)
      if (from > to) continue
      const some = lines.slice(from - 1, to).map((text, at): PatchLine => {
        const line = from + at
        return { kind: 'context', old: line + shift, new: line, text }
      })
      add({ oldStart: from + shift, newStart: from, heading: '' }, some, to + 1)
      next = to + 1
      left -= some.length
    }
  }
  for (const hunk of hunks) {
    fill(hunk.newStart - 1)
    next = endOf(hunk)
    add(hunk, hunk.lines, next)
    shift = hunk.oldStart + count(hunk, 'add') - next
  }
  fill(lines.length)
  return made
}

/** What is left out. Without the number of lines, what follows the last change is guessed from what is shown of it. */
export function gapsOf(hunks: readonly Hunk[], lineCount: number | null, context: number): Gaps {
  let next = 1
  const above = hunks.map((hunk) => {
    const gap = hunk.newStart > next ? { from: next, to: hunk.newStart - 1 } : null
    next = endOf(hunk)
    return gap
  })
  const last = hunks.at(-1)?.lines.slice(-context) ?? []
  const atEnd = lineCount === null ? last.some(({ kind }) => kind !== 'context') : next > lineCount
  return { above, below: hunks.length === 0 || atEnd ? null : { from: next, to: lineCount } }
}

/** The line of the new state behind it. */
function endOf(hunk: Hunk): number {
  return hunk.newStart + count(hunk, 'remove')
}

function count({ lines }: Hunk, besides: 'add' | 'remove'): number {
  return lines.filter(({ kind }) => kind !== besides && kind !== 'note').length
}
