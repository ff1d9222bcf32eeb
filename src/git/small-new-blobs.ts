import { parseSha, type Sha } from '../core/sha.ts'
import { patienceMs, revsOf } from './bring-objects.ts'
import type { Git, RepoDir } from './run-git.ts'

/** What `head` brings to whoever has all of `known`. */
export interface NewCommits {
  readonly head: Sha
  readonly known: readonly Sha[]
}

/** Of the contents that new commits bring, those that are as small as what stands for a large file. */
export async function smallNewBlobs(git: Git, dir: RepoDir, { head, known }: NewCommits): Promise<readonly Sha[]> {
  const only = ['--filter=combine:blob:limit=1024+object:type=blob', '--filter-provided-objects']
  const words = ['rev-list', '--objects', '--no-object-names', ...only, '--stdin']
  const listed = await git.run(dir, { words }, { input: revsOf(head, known), timeoutMs: patienceMs })
  return listed
    .toString('latin1')
    .split('\n')
    .flatMap((line) => parseSha(line) ?? [])
}
