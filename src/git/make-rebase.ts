import type { Sha } from '../core/sha.ts'
import { applyChange } from './apply-change.ts'
import { keepResult } from './keep-result.ts'
import { listSeries } from './list-series.ts'
import type { Made, MadeCommit } from './made.ts'
import type { MakeParts } from './make-merge.ts'
import { findDivergence } from './merge-base.ts'
import { parseCommit, type Signature } from './parse-commit.ts'
import { rewriteCommit } from './rewrite-commit.ts'
import type { RepoDir } from './run-git.ts'
import { inScratch } from './scratch.ts'

export interface RebaseRequest {
  readonly target: Sha
  readonly head: Sha
  /** With a stored date: asking again then gives the same commits. */
  readonly committer: Signature
  readonly timeoutMs?: number
}

const patienceMs = 120_000

/**
 * The commits of `head` one after the other on top of `target`, as `git rebase` makes them: those that are there already
 * and those of which nothing is left are dropped, empty ones stay, merges are dissolved. Where the target has nothing
 * new, the branch just goes forward. Bringing a pull request's branch up to date is the same.
 */
export async function makeRebase(parts: MakeParts, dir: RepoDir, request: RebaseRequest): Promise<Made> {
  const { target, head } = request
  const until = performance.now() + (request.timeoutMs ?? patienceMs)
  const { mergeBase } = await findDivergence(parts, dir, target, head)
  if (mergeBase === null) return { kind: 'unrelated' }
  if (mergeBase === head) return { kind: 'nothing' }
  if (mergeBase === target) return { kind: 'made', head, commits: [] }
  return inScratch(parts.objects, dir, async (scratch) => {
    const steps = await listSeries(parts.git, scratch, request, until - performance.now())
    if (steps === null) return { kind: 'too-large' }
    const commits: MadeCommit[] = []
    const top = { sha: target, tree: parseCommit(await scratch.read(target)).tree }
    for (const step of steps) {
      const change = { from: step.baseTree, to: step.tree, onto: top.tree }
      const picked = await applyChange(parts, scratch, change, until - performance.now())
      if (picked.kind === 'conflict') return { ...picked, commit: step.sha }
      if (picked.kind !== 'clean') return picked
      if (picked.tree === top.tree && step.tree !== step.baseTree) continue
      const place = { tree: picked.tree, parent: top.sha, committer: request.committer }
      const commit = rewriteCommit(step.data, place)
      await scratch.put(commit)
      commits.push({ sha: commit.sha, from: step.sha })
      Object.assign(top, { sha: commit.sha, tree: picked.tree })
    }
    return keepResult(parts.git, scratch, commits)
  })
}
