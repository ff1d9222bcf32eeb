import type { Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import { type Merged, type MergeParts, mergeTrees } from './merge-trees.ts'
import type { RepoDir } from './run-git.ts'
import { inScratch } from './scratch.ts'
import { TooLarge } from './too-large.ts'

/** Whether two commits can be merged, and what would be in the way. The repository stays as it is. */
export async function checkMerge(
  parts: MergeParts & { readonly kept: Kept },
  dir: RepoDir,
  { target, head }: { readonly target: Sha; readonly head: Sha },
  timeoutMs?: number,
): Promise<Merged> {
  try {
    return await parts.kept.of(dir, ['merge', target, head], sizeOf, async () => {
      const merged = await inScratch(parts.objects, dir, (scratch) =>
        mergeTrees(parts, scratch, [target, head], timeoutMs),
      )
      if (merged.kind === 'too-large') throw new TooLarge()
      return merged
    })
  } catch (error) {
    if (error instanceof TooLarge) return { kind: 'too-large' }
    throw error
  }
}

function sizeOf(merged: Merged): number {
  return merged.kind === 'conflict' ? merged.files.reduce((sum, { path }) => sum + path.length + 60, 0) : 60
}
