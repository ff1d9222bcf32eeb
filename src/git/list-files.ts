import type { Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import { fieldsOf } from './read-fields.ts'
import { exitOf, type Git, GitError, type RepoDir } from './run-git.ts'

export interface ListedFile {
  readonly path: string
  /** The object's id. */
  readonly sha: string
  /** Null for a submodule. */
  readonly size: number | null
  readonly isLink: boolean
}

/** More than any project has. A small push can name one folder so often that there seem to be billions. */
export const mostFiles = 500_000

/** Every file of a tree with its size, in git's order; of a tree that has no end, so many. */
export function listFiles(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  tree: Sha,
): Promise<readonly ListedFile[]> {
  const sizeOf = (files: readonly ListedFile[]): number => files.length * 120
  return parts.kept.of(dir, ['files', tree], sizeOf, async () => {
    const call = { words: ['ls-tree', '-r', '-z', '--long'], revs: [tree] }
    const child = parts.git.spawn(dir, call, ['ignore', 'pipe', 'ignore'])
    const ended = exitOf(child)
    const files: ListedFile[] = []
    // As it comes, so that a long list holds nobody up.
    for await (const line of fieldsOf(child.stdout)) {
      if (files.length < mostFiles) files.push(parse(line))
      else break
    }
    child.kill('SIGKILL')
    const exitCode = await ended
    if (exitCode !== 0 && files.length < mostFiles) throw new GitError(call, exitCode, '')
    return files
  })
}

/** `mode type id size TAB path` */
function parse(line: string): ListedFile {
  const tab = line.indexOf('\t')
  const [mode = '', , sha = '', size = '-'] = line.slice(0, tab).split(/ +/)
  return { path: line.slice(tab + 1), size: size === '-' ? null : Number(size), isLink: mode === '120000', sha }
}
