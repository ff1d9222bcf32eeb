import { keepResult } from './keep-result.ts'
import type { Made } from './made.ts'
import type { MergeRequest } from './make-merge.ts'
import { type MergeParts, mergeTrees } from './merge-trees.ts'
import type { ConflictedFile } from './parse-merge.ts'
import { replaceFiles } from './replace-files.ts'
import type { RepoDir } from './run-git.ts'
import { inScratch } from './scratch.ts'
import { commitObject } from './write-commit.ts'

/** Both sides have the file, and only what it says differs: nothing else can be settled by a text. */
export function isTextual({ reason }: ConflictedFile): boolean {
  return reason === 'content' || reason === 'add/add'
}

/**
 * A merge commit in which somebody has settled by hand what git could not: `files` are those in conflict, all of them and
 * no others. Everything else is as git merges it.
 */
export function makeResolved(
  parts: MergeParts,
  dir: RepoDir,
  { target, head, message, author, committer, timeoutMs }: MergeRequest,
  files: ReadonlyMap<string, Buffer>,
): Promise<Made> {
  return inScratch(parts.objects, dir, async (scratch): Promise<Made> => {
    const merged = await mergeTrees(parts, scratch, [target, head], timeoutMs)
    if (merged.kind === 'clean') return { kind: 'nothing' }
    if (merged.kind !== 'conflict') return merged
    const isWhole =
      merged.files.length === files.size && merged.files.every((file) => files.has(file.path) && isTextual(file))
    const tree = isWhole ? await replaceFiles(scratch, merged.tree, files) : null
    if (tree === null) return { kind: 'conflict', files: merged.files, commit: null }
    const commit = commitObject({ tree, parents: [target, head], author, committer, message })
    await scratch.put(commit)
    return keepResult(parts.git, scratch, [{ sha: commit.sha, from: null }])
  })
}
