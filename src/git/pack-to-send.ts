import type { Sha } from '../core/sha.ts'
import { exitOf, type Git, GitError, type RepoDir } from './run-git.ts'

/** Nobody waits for it at their screen. */
const priority = 10

/** A pack with all that `wanted` need and whoever has `known` lacks, as git makes it. */
export async function* packToSend(
  git: Git,
  dir: RepoDir,
  { wanted, known }: { readonly wanted: readonly Sha[]; readonly known: readonly Sha[] },
): AsyncGenerator<Buffer, void, undefined> {
  const words = ['pack-objects', '--revs', '--stdout', '--thin', '--delta-base-offset', '--quiet', '--threads=1']
  const call = { words: [...words, '--window-memory=256m'] }
  const input = [...wanted, ...known.map((sha) => `^${sha}`), ''].join('\n')
  const child = git.spawn(dir, call, ['pipe', 'pipe', 'ignore'], { input, priority })
  const exit = exitOf(child)
  try {
    if (child.stdout !== null) yield* child.stdout
    const code = await exit
    if (code !== 0) throw new GitError(call, code, '')
  } finally {
    // Where nobody wants the rest of it.
    child.kill('SIGKILL')
  }
}
