import type { Foreign } from '../../../features/diffs/generated-names.ts'
import type { FileDiff } from '../../../features/diffs/get-diff.ts'
import type { Fold } from '../components/diff-file.tsx'

/** More changed lines than this are folded away until somebody wants them. */
const longFrom = 400
/** Of all the rows of a page together, about: what comes behind them waits for a click. */
const mostBytes = 600_000
/** What surrounds the text of a line, and how much longer colours make it. */
const bytesARow = 320
const stretch = 2

interface Known {
  readonly foreign: ReadonlyMap<string, Foreign>
  /** What somebody asked for, or talks about, is never folded. */
  readonly isWanted: (file: FileDiff, at: number) => boolean
}

/** Which files of a page come without their lines, and why. */
export function foldFiles(files: readonly FileDiff[], { foreign, isWanted }: Known): readonly (Fold | null)[] {
  let bytes = 0
  return files.map((file, at) => {
    const size = sizeOf(file.patch ?? '')
    const fold = isWanted(file, at) ? null : foldOf(file, foreign, bytes + size > mostBytes)
    if (fold === null) bytes += size
    return fold
  })
}

function foldOf(file: FileDiff, foreign: ReadonlyMap<string, Foreign>, isFull: boolean): Fold | null {
  const lines = (file.additions ?? 0) + (file.deletions ?? 0)
  if (lines === 0) return null
  return foreign.get(file.path) ?? (lines > longFrom || file.patch === null ? 'long' : isFull ? 'full' : null)
}

function sizeOf(patch: string): number {
  return patch.length * stretch + (patch.match(/\n/g)?.length ?? 0) * bytesARow
}
