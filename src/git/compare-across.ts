import { Fault } from '../core/errors.ts'
import { parseSha, type Sha } from '../core/sha.ts'
import type { Divergence } from './merge-base.ts'
import { alternateEnv } from './quarantine.ts'
import { type Git, type GitCall, GitError, type RepoDir } from './run-git.ts'
import { gaveUp } from './too-large.ts'

interface Place {
  readonly dir: RepoDir
  readonly sha: Sha
}

interface Across extends Divergence {
  /** What only the head has, newest first. */
  readonly commits: readonly Sha[]
}

/** Somebody waits for a page. */
const patienceMs = 15_000

/**
 * How the histories of two repositories went apart. Git reads what the other one has where it lies: nothing is taken over,
 * so nobody can read it there afterwards.
 */
export async function compareAcross(
  git: Git,
  base: Place,
  head: Place,
  { mostCommits, timeoutMs = patienceMs }: { readonly mostCommits: number; readonly timeoutMs?: number },
): Promise<Across> {
  // Ids of ours, so nothing in these can be taken for something else.
  const words = ['rev-list', `--max-count=${mostCommits}`, head.sha, `^${base.sha}`]
  const [divergence, list] = await Promise.all([
    divergeAcross(git, base, head, timeoutMs),
    ask(git, head.dir, { words, env: alternateEnv(base.dir) }, timeoutMs),
  ])
  const commits = list.split('\n').flatMap((line) => parseSha(line) ?? [])
  return { ...divergence, commits }
}

export async function divergeAcross(
  git: Git,
  base: Place,
  head: Place,
  timeoutMs: number = patienceMs,
): Promise<Divergence> {
  const env = alternateEnv(base.dir)
  const words = ['rev-list', '--count', '--left-right', `${base.sha}...${head.sha}`]
  const [found, counts] = await Promise.all([
    ask(git, head.dir, { words: ['merge-base'], revs: [base.sha, head.sha], env }, timeoutMs),
    ask(git, head.dir, { words, env }, timeoutMs),
  ])
  const [behind = '0', ahead = '0'] = counts.trim().split('\t')
  return { mergeBase: parseSha(found.slice(0, 40)), ahead: Number(ahead), behind: Number(behind) }
}

async function ask(git: Git, dir: RepoDir, call: GitCall, timeoutMs: number): Promise<string> {
  const { exitCode, stdout, stderr } = await git.try(dir, call, { timeoutMs })
  // A merge base that is not there is said by 1; one that nobody waited for is not known.
  if (exitCode === 0 || (exitCode === 1 && call.words[0] === 'merge-base')) return stdout.toString('latin1')
  if (!gaveUp({ stderr })) throw new GitError(call, exitCode, stderr)
  throw new Fault('unavailable', 'Comparing the two takes too long: try again later', { code: 'UNAVAILABLE' })
}
