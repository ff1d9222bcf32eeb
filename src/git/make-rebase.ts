import type { Sha } from '../core/sha.ts'
import { applyPlainly } from './apply-plainly.ts'
import { keepResult } from './keep-result.ts'
import { listSeries, type Step } from './list-series.ts'
import type { Made, MadeCommit } from './made.ts'
import type { MakeParts } from './make-merge.ts'
import { findDivergence } from './merge-base.ts'
import { type Merged, type MergeParts, mergeTrees } from './merge-trees.ts'
import { parseCommit, type Signature } from './parse-commit.ts'
import { rewriteCommit } from './rewrite-commit.ts'
import type { RepoDir } from './run-git.ts'
import { inScratch, type Scratch } from './scratch.ts'
import { commitObject } from './write-commit.ts'

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
      const picked = await pick(parts, scratch, { step, onto: top.tree, left: until - performance.now() })
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

interface Pick {
  readonly step: Step
  /** The tree that the change is brought to. */
  readonly onto: Sha
  readonly left: number
}

async function pick(parts: MergeParts, scratch: Scratch, { step, onto, left }: Pick): Promise<Merged> {
  if (step.tree === step.baseTree) return { kind: 'clean', tree: onto }
  const plain = await applyPlainly(scratch, { base: step.baseTree, ours: onto, theirs: step.tree })
  if (plain !== null) return { kind: 'clean', tree: plain }
  // A merge of two stand-ins whose common ancestor is the state that the commit was made on.
  const base = await standIn(scratch, step.baseTree, [])
  const ours = await standIn(scratch, onto, [base])
  const theirs = await standIn(scratch, step.tree, [base])
  return mergeTrees(parts, scratch, [ours, theirs], left)
}

const nobody: Signature = { name: 'nobody', email: '', at: 0 }

async function standIn(scratch: Scratch, tree: Sha, parents: readonly Sha[]): Promise<Sha> {
  const commit = commitObject({ tree, parents, author: nobody, committer: nobody, message: 'Stand-in' })
  await scratch.put(commit)
  return commit.sha
}
