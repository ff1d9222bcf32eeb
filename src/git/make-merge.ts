import type { Sha } from '../core/sha.ts'
import type { History } from './history.ts'
import { keepResult } from './keep-result.ts'
import type { Kept } from './kept.ts'
import type { Made } from './made.ts'
import { findDivergence } from './merge-base.ts'
import { type Merged, type MergeParts, mergeTrees } from './merge-trees.ts'
import { parseCommit, type Signature } from './parse-commit.ts'
import type { RepoDir } from './run-git.ts'
import { inScratch, type Scratch } from './scratch.ts'
import { commitObject } from './write-commit.ts'

export interface MergeRequest {
  /** The commit that is merged into. */
  readonly target: Sha
  readonly head: Sha
  readonly message: string
  readonly author: Signature
  /** With a stored date: asking again then gives the same commit. */
  readonly committer: Signature
  readonly timeoutMs?: number
}

export type MakeParts = MergeParts & { readonly history: History; readonly kept: Kept }

/**
 * A merge commit, also where the branch could just go forward. Merging the target into a pull request's branch is the
 * same with the two exchanged.
 */
export function makeMerge(parts: MakeParts, dir: RepoDir, request: MergeRequest): Promise<Made> {
  return commitMerged(parts, dir, request, { parents: [request.target, request.head], message: request.message })
}

/** One commit with what the merge of two commits would hold. */
export async function commitMerged(
  parts: MakeParts,
  dir: RepoDir,
  request: MergeRequest,
  { parents, message }: { readonly parents: readonly Sha[]; readonly message: string },
): Promise<Made> {
  const { mergeBase } = await findDivergence(parts, dir, request.target, request.head)
  if (mergeBase === null) return { kind: 'unrelated' }
  if (mergeBase === request.head) return { kind: 'nothing' }
  return inScratch(parts.objects, dir, async (scratch) => {
    const merged = await mergedTree(parts, scratch, request, mergeBase)
    if (merged.kind === 'conflict') return { ...merged, commit: null }
    if (merged.kind !== 'clean') return merged
    // With one parent, a commit that changes nothing says nothing.
    if (parents.length === 1 && merged.tree === (await treeOf(scratch, request.target))) return { kind: 'nothing' }
    const { author, committer } = request
    const commit = commitObject({ tree: merged.tree, parents, author, committer, message })
    await scratch.put(commit)
    return keepResult(parts.git, scratch, [{ sha: commit.sha, from: null }])
  })
}

async function mergedTree(
  parts: MergeParts,
  scratch: Scratch,
  { target, head, timeoutMs }: MergeRequest,
  mergeBase: Sha,
): Promise<Merged> {
  // Nothing has happened on the other side.
  if (mergeBase === target) return { kind: 'clean', tree: await treeOf(scratch, head) }
  return mergeTrees(parts, scratch, [target, head], timeoutMs)
}

async function treeOf(scratch: Scratch, commit: Sha): Promise<Sha> {
  return parseCommit(await scratch.read(commit)).tree
}
