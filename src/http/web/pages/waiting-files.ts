import type { FileDiff } from '../../../features/diffs/get-diff.ts'
import type { Fold } from '../components/diff-file.tsx'
import type { WaitingFiles } from '../components/diff-files.tsx'
import { foldFiles, type Known } from './folded-files.ts'

interface Folded {
  readonly files: readonly FileDiff[]
  readonly folds: readonly (Fold | null)[]
  readonly known: Known
  readonly numberOf: (at: number) => number
  /** Where the page can be had with its room beginning at one of its files. */
  readonly hrefFrom: (number: number) => string
}

/** Those of a page that it had no room for, and the way to as many of them as have room together. */
export function waitingFiles({ files, folds, known, numberOf, hrefFrom }: Folded): readonly WaitingFiles[] {
  const waiting = folds.flatMap((fold, at) => (fold === 'full' ? [at] : []))
  const before = waiting.filter((at) => at < known.first)
  const behind = waiting.filter((at) => at >= known.first)
  return [before, behind].flatMap((group): readonly WaitingFiles[] => {
    const [at] = group
    // One has its own way.
    if (at === undefined || group.length === 1) return []
    const then = foldFiles(files, { ...known, isAsked: () => false, first: at })
    const next = group.filter((one) => then[one] !== 'full').length
    const first = numberOf(at)
    return [{ first, count: group.length, next, href: hrefFrom(first), isBehind: group === behind }]
  })
}
