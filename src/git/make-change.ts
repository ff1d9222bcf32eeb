import type { Sha } from '../core/sha.ts'
import { applyChange } from './apply-change.ts'
import { emptyTree } from './changed-files.ts'
import { keepResult } from './keep-result.ts'
import type { Made } from './made.ts'
import type { MergeRequest } from './make-merge.ts'
import type { MergeParts } from './merge-trees.ts'
import { parseCommit } from './parse-commit.ts'
import type { RepoDir } from './run-git.ts'
import { inScratch, type Scratch } from './scratch.ts'
import { commitObject } from './write-commit.ts'

export interface ChangeRequest extends Omit<MergeRequest, 'head'> {
  /** Commits, or null for the state before there was anything. */
  readonly from: Sha | null
  readonly to: Sha | null
}

/** Somebody waits for a page. */
const patienceMs = 20_000

/** What changed from one commit to another, as one commit on the target. With the two exchanged it is taken back. */
export function makeChange(parts: MergeParts, dir: RepoDir, request: ChangeRequest): Promise<Made> {
  const { target, author, committer, message } = request
  return inScratch(parts.objects, dir, async (scratch) => {
    const [from, to, onto] = await Promise.all([request.from, request.to, target].map((one) => treeOf(scratch, one)))
    if (from === undefined || to === undefined || onto === undefined) return { kind: 'nothing' }
    const changed = await applyChange(parts, scratch, { from, to, onto }, request.timeoutMs ?? patienceMs)
    if (changed.kind === 'conflict') return { ...changed, commit: null }
    if (changed.kind !== 'clean') return changed
    if (changed.tree === onto) return { kind: 'nothing' }
    const commit = commitObject({ tree: changed.tree, parents: [target], author, committer, message })
    await scratch.put(commit)
    return keepResult(parts.git, scratch, [{ sha: commit.sha, from: null }])
  })
}

async function treeOf(scratch: Scratch, commit: Sha | null): Promise<Sha> {
  return commit === null ? emptyTree : parseCommit(await scratch.read(commit)).tree
}
