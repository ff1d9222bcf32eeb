import type { Gap, Gaps, LineRange } from '../../../features/diffs/reveal-lines.ts'
import type { MoreLines, WiderHrefs } from '../components/diff-lines.tsx'

/** The one file of a page that somebody wants to see more of; number 0 where there is none. */
export interface AskedFile {
  readonly number: number
  readonly ranges: readonly LineRange[]
}

/** Lines that one click brings. */
const step = 20
const mostRanges = 100
const whole: LineRange = { from: 1, to: Number.MAX_SAFE_INTEGER }

/** `file=3&lines=1-20,41-60`, or `lines=all`. */
export function askedFile(query: Readonly<Record<string, string>>): AskedFile {
  const number = Number(query['file'])
  if (!Number.isSafeInteger(number) || number < 1) return { number: 0, ranges: [] }
  const text = query['lines'] ?? ''
  return { number, ranges: text === 'all' ? [whole] : parseRanges(text) }
}

function parseRanges(text: string): readonly LineRange[] {
  return text
    .split(',', mostRanges)
    .map((one) => /^(\d{1,9})-(\d{1,9})$/.exec(one))
    .flatMap((found) => (found === null ? [] : [{ from: Number(found[1]), to: Number(found[2]) }]))
}

interface Address {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

interface WideFile extends AskedFile {
  readonly gaps: Gaps
}

/** Where a file can be had with more lines; `open` shows the change of one that came without. */
export function widerHrefs(
  address: Address,
  { number, ranges, gaps }: WideFile,
): WiderHrefs & { readonly open: string } {
  const href = (more: Readonly<Record<string, string>>): string => {
    const search = new URLSearchParams({ ...address.query, file: String(number), ...more })
    return `${address.path}?${search.toString()}#file-${number}`
  }
  const wider = (range: LineRange): string => href({ lines: written([...ranges, range]) })
  const above = gaps.above.map((gap, at) => (gap === null ? [] : waysInto(gap, { isFirst: at === 0, wider })))
  const below = gaps.below === null ? [] : waysOn(gaps.below, wider)
  const ways = [...above.flat(), ...below]
  // Where one step brings all that is left, there is no other.
  const isLastStep = ways.length === 1 && ways[0]?.way === 'both'
  return {
    open: href({}),
    above,
    below,
    all: ways.length === 0 || isLastStep ? null : href({ lines: 'all' }),
  }
}

interface Way {
  /** Before the first change only what is next to it is of use. */
  readonly isFirst: boolean
  readonly wider: (range: LineRange) => string
}

function waysInto(gap: LineRange, { isFirst, wider }: Way): readonly MoreLines[] {
  const size = gap.to - gap.from + 1
  if (size <= step) return [{ way: 'both', count: size, href: wider(gap) }]
  const up: MoreLines = { way: 'up', count: step, href: wider({ from: gap.to - step + 1, to: gap.to }) }
  if (isFirst) return [up]
  return [{ way: 'down', count: step, href: wider({ from: gap.from, to: gap.from + step - 1 }) }, up]
}

function waysOn(gap: Gap, wider: Way['wider']): readonly MoreLines[] {
  const to = Math.min(gap.to ?? Number.MAX_SAFE_INTEGER, gap.from + step - 1)
  // Before the file was read nobody knows how many there are.
  return [{ way: 'down', count: gap.to === null ? null : to - gap.from + 1, href: wider({ from: gap.from, to }) }]
}

/** What touches is one. */
function written(ranges: readonly LineRange[]): string {
  const joined: { from: number; to: number }[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined.map(({ from, to }) => `${from}-${to}`).join(',')
}
