import type { Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import { type CommitPair, parseRangeDiff } from './parse-range-diff.ts'
import { type Git, GitError, type RepoDir } from './run-git.ts'
import { gaveUp, memoryLimit, TooLarge } from './too-large.ts'

/** What somebody offers: the commits that `head` has and `base` has not. */
export interface Version {
  readonly base: Sha
  readonly head: Sha
}

export type RangeDiff =
  | { readonly kind: 'pairs'; readonly pairs: readonly CommitPair[] }
  /** Too many commits, too long a diff, or it takes too long. */
  | { readonly kind: 'too-large' }

type Parts = { readonly git: Git; readonly kept: Kept }

/** Every commit is compared with every other. */
const mostCommits = 200
const mostBytes = 4 * 1024 * 1024
const patienceMs = 20_000

/** How a series of commits has changed from one version to the next, commit by commit, in the order of the new one. */
export async function compareVersions(parts: Parts, dir: RepoDir, old: Version, fresh: Version): Promise<RangeDiff> {
  const [before = 0, after = 0] = await Promise.all([old, fresh].map((one) => countCommits(parts.git, dir, one)))
  if (before === 0 && after === 0) return { kind: 'pairs', pairs: [] }
  if (before > mostCommits || after > mostCommits) return { kind: 'too-large' }
  // Git takes no range between a commit and itself; backwards, one that holds something holds nothing.
  const ranges = [before === 0 ? backwards(fresh) : old, after === 0 ? backwards(old) : fresh]
  const question = ['range-diff', ...ranges.flatMap(({ base, head }) => [base, head])]
  try {
    return await parts.kept.of(dir, question, sizeOf, () => compareRanges(parts.git, dir, ranges))
  } catch (error) {
    if (error instanceof TooLarge) return { kind: 'too-large' }
    throw error
  }
}

function backwards({ base, head }: Version): Version {
  return { base: head, head: base }
}

async function compareRanges(git: Git, dir: RepoDir, ranges: readonly Version[]): Promise<RangeDiff> {
  // Ids of ours on both sides of the dots; those that come back are whole.
  const operands = ranges.map(({ base, head }) => `${base}..${head}`)
  const words = ['-c', 'core.abbrev=40', 'range-diff', '--no-color', '--no-notes', ...operands]
  const call = { words, env: memoryLimit }
  const { exitCode, stdout, stderr } = await git.try(dir, call, { maxBytes: mostBytes, timeoutMs: patienceMs })
  if (exitCode === 0) return { kind: 'pairs', pairs: parseRangeDiff(stdout.toString('utf8')) }
  if (gaveUp({ stderr })) throw new TooLarge()
  throw new GitError(call, exitCode, stderr)
}

function sizeOf(result: RangeDiff): number {
  if (result.kind === 'too-large') return 20
  return result.pairs.reduce((sum, { lines }) => sum + 200 + lines.reduce((all, line) => all + line.length + 20, 0), 0)
}

async function countCommits(git: Git, dir: RepoDir, { base, head }: Version): Promise<number> {
  const words = ['rev-list', '--count', '--no-merges', `--max-count=${mostCommits + 1}`, `^${base}`]
  return Number((await git.run(dir, { words, revs: [head] })).toString('latin1').trim())
}
