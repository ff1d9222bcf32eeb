import type { Sha } from '../core/sha.ts'
import { isTextual } from './make-resolved.ts'
import { type MergeParts, mergeTrees } from './merge-trees.ts'
import type { ConflictReason } from './parse-merge.ts'
import { readFile } from './replace-files.ts'
import type { RepoDir } from './run-git.ts'
import { inScratch } from './scratch.ts'

/** A file that two commits do not agree on. */
export interface Conflict {
  readonly path: string
  readonly reason: ConflictReason
  /** With markers around what differs; null where that is no text, is not wanted or is too much. */
  readonly data: Buffer | null
}

export type Conflicts =
  | { readonly kind: 'conflicts'; readonly files: readonly Conflict[] }
  | { readonly kind: 'none' | 'unrelated' | 'too-large' }

interface Limits {
  readonly mostFiles: number
  readonly largest: number
}

const patienceMs = 20_000

/** What stands in the way of merging one commit into another, as git would leave it in a work tree. */
export function readConflicts(
  parts: MergeParts,
  dir: RepoDir,
  { head, target }: { readonly head: Sha; readonly target: Sha },
  { mostFiles, largest }: Limits,
): Promise<Conflicts> {
  return inScratch(parts.objects, dir, async (scratch): Promise<Conflicts> => {
    const merged = await mergeTrees(parts, scratch, [head, target], patienceMs)
    if (merged.kind === 'clean') return { kind: 'none' }
    if (merged.kind !== 'conflict') return { kind: merged.kind }
    const files: Conflict[] = []
    for (const { path, reason } of merged.files) {
      const isText = merged.files.length <= mostFiles && isTextual({ path, reason })
      const data = isText ? await readFile(scratch, merged.tree, path) : null
      files.push({ path, reason, data: data !== null && data.length <= largest ? data : null })
    }
    return { kind: 'conflicts', files }
  })
}
