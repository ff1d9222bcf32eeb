import { PassThrough } from 'node:stream'
import type { Sha } from '../core/sha.ts'
import { patienceMs, revsOf } from './bring-objects.ts'
import { readContents } from './read-contents.ts'
import { exitOf, type Git, GitError, type RepoDir } from './run-git.ts'

/** What `head` brings to whoever has all of `known`. */
export interface NewCommits {
  readonly head: Sha
  readonly known: readonly Sha[]
}

/**
 * Of the contents that new commits bring, those that are as small as what stands for a large file. One git lists them to
 * another that reads them: a push may have brought a million, and asked for one by one they would keep us busy for minutes.
 */
export async function readSmallNewBlobs(
  git: Git,
  dir: RepoDir,
  { head, known }: NewCommits,
  each: (content: Buffer) => void,
): Promise<void> {
  const only = ['--filter=combine:blob:limit=1024+object:type=blob', '--filter-provided-objects']
  const call = { words: ['rev-list', '--objects', '--no-object-names', ...only, '--stdin'] }
  const list = git.spawn(dir, call, ['pipe', 'pipe', 'ignore'], { input: revsOf(head, known) })
  if (list.stdout === null) throw new Error('git was started without its pipes')
  const ended = exitOf(list)
  const timer = setTimeout(() => list.kill('SIGKILL'), patienceMs)
  try {
    await readContents({ git, dir, env: {} }, [list.stdout, new PassThrough()], each)
    const exitCode = await ended
    if (exitCode !== 0) throw new GitError(call, exitCode, '')
  } finally {
    clearTimeout(timer)
    list.kill('SIGKILL')
  }
}
