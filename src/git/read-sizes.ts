import { fieldsAsTheyCome } from './read-fields.ts'
import { exitOf, type Git, GitError, type RepoDir } from './run-git.ts'

/**
 * How large objects are. Each is asked for once, however often it is named: `ls-tree --long` opens the same small object
 * half a million times, in ten seconds, where somebody has pushed a tree without an end. What is not there has no size.
 */
export async function readSizes(git: Git, dir: RepoDir, named: Iterable<string>): Promise<ReadonlyMap<string, number>> {
  const shas = [...new Set(named)]
  const sizes = new Map<string, number>()
  if (shas.length === 0) return sizes
  const call = { words: ['cat-file', '--batch-check=%(objectsize)', '--buffer'] }
  const child = git.spawn(dir, call, ['pipe', 'pipe', 'ignore'], { input: `${shas.join('\n')}\n` })
  const ended = exitOf(child)
  let at = 0
  for await (const lines of fieldsAsTheyCome(child.stdout, '\n')) {
    for (const line of lines) {
      const sha = shas[at++] ?? ''
      if (/^\d+$/.test(line)) sizes.set(sha, Number(line))
    }
  }
  const exitCode = await ended
  if (exitCode !== 0) throw new GitError(call, exitCode, '')
  return sizes
}
