import type { Sha } from '../core/sha.ts'
import { applyPlainly } from './apply-plainly.ts'
import { type Merged, type MergeParts, mergeTrees } from './merge-trees.ts'
import type { Signature } from './parse-commit.ts'
import type { Scratch } from './scratch.ts'
import { commitObject } from './write-commit.ts'

/** All of them trees. */
export interface Change {
  readonly from: Sha
  readonly to: Sha
  /** What the change is brought to. */
  readonly onto: Sha
}

/** The tree that comes out when a change is made somewhere else, as git merges it. */
export async function applyChange(
  parts: MergeParts,
  scratch: Scratch,
  { from, to, onto }: Change,
  timeoutMs: number,
): Promise<Merged> {
  if (from === to) return { kind: 'clean', tree: onto }
  const plain = await applyPlainly(scratch, { base: from, ours: onto, theirs: to })
  if (plain !== null) return { kind: 'clean', tree: plain }
  // A merge of two stand-ins whose common ancestor is the state that the change was made on.
  const base = await standIn(scratch, from, [])
  const ours = await standIn(scratch, onto, [base])
  const theirs = await standIn(scratch, to, [base])
  return mergeTrees(parts, scratch, [ours, theirs], timeoutMs)
}

const nobody: Signature = { name: 'nobody', email: '', at: 0 }

async function standIn(scratch: Scratch, tree: Sha, parents: readonly Sha[]): Promise<Sha> {
  const commit = commitObject({ tree, parents, author: nobody, committer: nobody, message: 'Stand-in' })
  await scratch.put(commit)
  return commit.sha
}
