import { parseSha, type Sha } from '../core/sha.ts'

export type PairStatus = 'same' | 'changed' | 'added' | 'removed'

/** A commit of the one version and the same commit in the other. */
export interface CommitPair {
  readonly status: PairStatus
  /** Null for one that was added. */
  readonly old: Sha | null
  /** Null for one that was removed. */
  readonly new: Sha | null
  readonly subject: string
  /** How the patches differ: a diff of diffs, without its indentation. */
  readonly lines: readonly string[]
  /** There are more lines than are told. */
  readonly isCut: boolean
}

const statuses: Readonly<Record<string, PairStatus>> = { '=': 'same', '!': 'changed', '<': 'removed', '>': 'added' }
/** Numbers are set flush right; the lines of a diff are indented by more than a number ever is. */
const head = /^ {0,3}(?:\d+|-): +([0-9a-f]{40}|-+) ([=!<>]) +(?:\d+|-): +([0-9a-f]{40}|-+) ?(.*)$/
const indent = '    '
const mostLines = 1000

/** What `git range-diff` says, with whole ids. */
export function parseRangeDiff(output: string): readonly CommitPair[] {
  const pairs: { pair: Omit<CommitPair, 'lines' | 'isCut'>; lines: string[] }[] = []
  for (const line of output.split('\n')) {
    const found = line.startsWith(indent) ? null : head.exec(line)
    if (found !== null) {
      const [, old = '', sign = '', fresh = '', subject = ''] = found
      const status = statuses[sign] ?? 'changed'
      pairs.push({ pair: { status, old: parseSha(old), new: parseSha(fresh), subject }, lines: [] })
    } else if (line !== '') pairs.at(-1)?.lines.push(line.slice(indent.length))
  }
  return pairs.map(({ pair, lines }) => ({
    ...pair,
    lines: lines.slice(0, mostLines),
    isCut: lines.length > mostLines,
  }))
}
