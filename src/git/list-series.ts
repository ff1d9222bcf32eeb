import { requireSha, type Sha } from '../core/sha.ts'
import { emptyTree } from './changed-files.ts'
import { parseCommit } from './parse-commit.ts'
import { type Git, GitError } from './run-git.ts'
import type { Scratch } from './scratch.ts'

export interface Step {
  readonly sha: Sha
  /** As git has it, with all headers. */
  readonly data: Buffer
  readonly tree: Sha
  /** The tree that it was made on. */
  readonly baseTree: Sha
}

const mostSteps = 1000
/** An id, a sign and a newline. */
const lineBytes = 42

/**
 * What a rebase brings over, oldest first: no merges, and none whose change the target has already. Those that change
 * nothing were meant to, and are never taken for one that is there. Null where there are more than anybody waits for.
 */
export async function listSeries(
  git: Git,
  scratch: Scratch,
  { target, head }: { readonly target: Sha; readonly head: Sha },
  timeoutMs: number,
): Promise<readonly Step[] | null> {
  if (timeoutMs <= 0) return null
  // As git's own rebase asks. Both ends are ids of ours: nothing in the word can be taken for something else.
  const words = ['rev-list', '--reverse', '--topo-order', '--max-parents=1', '--right-only', '--cherry-mark']
  const call = { words: [...words, `${target}...${head}`] }
  const limits = { maxBytes: mostSteps * lineBytes, timeoutMs, cut: true } as const
  const { exitCode, stdout, stderr } = await git.try(scratch.dir, call, limits)
  if (exitCode !== 0 && stderr !== '') throw new GitError(call, exitCode, stderr)
  if (exitCode !== 0 || stdout.length >= limits.maxBytes) return null
  const steps: Step[] = []
  for (const line of stdout.toString('latin1').trim().split('\n')) {
    if (line === '') continue
    const step = await readStep(scratch, requireSha(line.slice(1)))
    if (line.startsWith('=') && step.tree !== step.baseTree) continue
    steps.push(step)
  }
  return steps
}

async function readStep(scratch: Scratch, sha: Sha): Promise<Step> {
  const data = await scratch.read(sha)
  const { tree, parents } = parseCommit(data)
  const [parent] = parents
  const baseTree = parent === undefined ? emptyTree : parseCommit(await scratch.read(parent)).tree
  return { sha, data, tree, baseTree }
}
