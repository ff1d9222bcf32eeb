import type { Foreign } from '../../../features/diffs/generated-names.ts'
import type { FileDiff } from '../../../features/diffs/get-diff.ts'
import type { Fold } from '../components/diff-file.tsx'

/** More changed lines than this are folded away until somebody wants them. */
const longFrom = 400
/** Of all the rows of a page together, about: what comes behind them waits for a click. */
const mostBytes = 600_000
/** With what somebody talks about, which may take more room, but not any. */
const mostSpoken = 2_400_000
/** Of a single file, even for whoever asks for it by name: a browser stutters over more, and the server does too. */
const largestFile = 2_400_000
/** What surrounds the text of a line, and how much longer colours make it. */
const bytesARow = 320
const stretch = 2

export interface Known {
  readonly foreign: ReadonlyMap<string, Foreign>
  /** What somebody asked for is never folded. */
  readonly isAsked: (at: number) => boolean
  /** What somebody talks about comes with its lines as long as there is room. */
  readonly isSpoken: (file: FileDiff) => boolean
  /** Where the room begins: those before have been seen, and wait as those do that it does not reach. */
  readonly first: number
}

/** Which files of a page come without their lines, and why. */
export function foldFiles(files: readonly FileDiff[], known: Known): readonly (Fold | null)[] {
  const { foreign, isAsked, isSpoken, first } = known
  let bytes = 0
  return files.map((file, at) => {
    const size = sizeOf(file.patch ?? '')
    const hasRoom = at >= first && isSpoken(file) && file.patch !== null && bytes + size <= mostSpoken
    const before = at < first ? mostBytes : bytes
    const fold = isAsked(at) || hasRoom ? null : foldOf(file, foreign, { before, size })
    if (fold === null) bytes += size
    return fold
  })
}

/** Without its patch where that is too long for any page. */
export function withoutTooLong<T extends FileDiff>(file: T): T {
  return sizeOf(file.patch ?? '') > largestFile ? { ...file, patch: null } : file
}

function foldOf(
  file: FileDiff,
  foreign: ReadonlyMap<string, Foreign>,
  { before, size }: { readonly before: number; readonly size: number },
): Fold | null {
  const lines = (file.additions ?? 0) + (file.deletions ?? 0)
  if (lines === 0) return null
  const known = foreign.get(file.path)
  if (known !== undefined) return known
  if (lines > longFrom || file.patch === null) return 'long'
  // Of few lines, and too much for a page of its own: no other file is to blame.
  if (size > mostBytes) return 'wide'
  return before + size > mostBytes ? 'full' : null
}

function sizeOf(patch: string): number {
  let rows = 0
  for (let at = patch.indexOf('\n'); at !== -1; at = patch.indexOf('\n', at + 1)) rows += 1
  return patch.length * stretch + rows * bytesARow
}
