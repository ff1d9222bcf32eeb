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
  readonly isExecutable: boolean
}

/** More than any project has. A small push can name one folder so often that there seem to be billions. */
export const mostFiles = 500_000

/** Every file of a tree with its size, in git's order; of a tree that has no end, so many. */
export function listFiles(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  tree: Sha,
): Promise<readonly ListedFile[]> {
  const sizeOf = (files: readonly ListedFile[]): number => files.length * 220
  return parts.kept.of(dir, ['files', tree], sizeOf, async () => {
    const files: ListedFile[] = []
    for await (const file of eachFile(parts.git, dir, tree)) files.push(file)
    return files
  })
}

/** The same, for who looks at each once: as it comes, so that a long list takes no memory and holds nobody up. */
export async function* eachFile(git: Git, dir: RepoDir, tree: Sha): AsyncGenerator<ListedFile> {
  const call = { words: ['ls-tree', '-r', '-z', '--long'], revs: [tree] }
  const child = git.spawn(dir, call, ['ignore', 'pipe', 'ignore'])
  const ended = exitOf(child)
  let left = mostFiles
  try {
    for await (const line of fieldsOf(child.stdout)) {
      if (left-- === 0) return
      yield parse(line)
    }
    const exitCode = await ended
    if (exitCode !== 0) throw new GitError(call, exitCode, '')
  } finally {
    // Where nobody wants more of it; one that has ended takes no notice.
    child.kill('SIGKILL')
  }
}

/** `mode type id size TAB path` */
function parse(line: string): ListedFile {
  const tab = line.indexOf('\t')
  const [mode = '', , sha = '', size = '-'] = line.slice(0, tab).split(/ +/)
  return {
    path: line.slice(tab + 1),
    size: size === '-' ? null : Number(size),
    isLink: mode === '120000',
    isExecutable: mode === '100755',
    sha,
  }
}
