import type { RepoPath } from '../core/repo-path.ts'
import { requireSha, type Sha } from '../core/sha.ts'
import type { Git, RepoDir } from './run-git.ts'

export interface CommitQuestion {
  /** Parts of the message, and of the author's name or address, taken literally; '' for any. Each one line. */
  readonly text: string
  readonly author: string
  /** Only those that touched it; '' for all. */
  readonly path: RepoPath
}

export interface FoundCommits {
  readonly shas: readonly Sha[]
  /** It took too long to look at all of them. */
  readonly isPartial: boolean
}

/**
 * The commits of a history that say something, newest first. Nobody waits longer than `timeoutMs`: what was found by then
 * is told.
 */
export async function findCommits(
  git: Git,
  dir: RepoDir,
  from: Sha,
  { text, author, path, ...window }: CommitQuestion & { skip: number; count: number; timeoutMs: number },
): Promise<FoundCommits> {
  // Each is one argument, written with `=`: whatever was typed, it cannot become another option.
  const words = [
    'rev-list',
    `--skip=${window.skip}`,
    `--max-count=${window.count}`,
    '--fixed-strings',
    '--regexp-ignore-case',
    ...(text === '' ? [] : [`--grep=${text}`]),
    ...(author === '' ? [] : [`--author=${author}`]),
  ]
  const call = { words, revs: [from], ...(path === '' ? {} : { paths: [path] }) }
  const { exitCode, stdout } = await git.try(dir, call, { timeoutMs: window.timeoutMs })
  const output = stdout.toString('latin1')
  // What was cut off in the middle has no end.
  const lines = output.slice(0, output.lastIndexOf('\n') + 1).split('\n')
  return { shas: lines.filter((line) => line !== '').map(requireSha), isPartial: exitCode !== 0 }
}
