import { Pace } from '../core/pace.ts'
import type { Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import { fieldsAsTheyCome } from './read-fields.ts'
import { readSizes } from './read-sizes.ts'
import { exitOf, type Git, GitError, type RepoDir } from './run-git.ts'

export interface NamedFile {
  readonly path: string
  /** The object's id. */
  readonly sha: string
  readonly isSubmodule: boolean
  readonly isLink: boolean
  readonly isExecutable: boolean
}

export interface ListedFile extends NamedFile {
  /** Null for a submodule. */
  readonly size: number | null
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
    const named: NamedFile[] = []
    for await (const some of filesAsTheyCome(parts.git, dir, tree)) named.push(...some)
    const sizes = await readSizes(parts.git, dir, shasOf(named))
    const files: ListedFile[] = []
    const pace = new Pace()
    for (const file of named) {
      files.push({ ...file, size: file.isSubmodule ? null : (sizes.get(file.sha) ?? 0) })
      await pace.isOver()
    }
    return files
  })
}

function* shasOf(files: readonly NamedFile[]): Generator<string> {
  for (const { sha, isSubmodule } of files) if (!isSubmodule) yield sha
}

/** Without sizes, for whoever looks at each once: as they come, so that a long list takes no memory and holds nobody up. */
export async function* filesAsTheyCome(git: Git, dir: RepoDir, tree: Sha): AsyncGenerator<readonly NamedFile[]> {
  const call = { words: ['ls-tree', '-r', '-z'], revs: [tree] }
  const child = git.spawn(dir, call, ['ignore', 'pipe', 'ignore'])
  const ended = exitOf(child)
  let left = mostFiles
  try {
    for await (const lines of fieldsAsTheyCome(child.stdout)) {
      yield lines.slice(0, left).map(parse)
      left -= lines.length
      if (left < 0) return
    }
    const exitCode = await ended
    if (exitCode !== 0) throw new GitError(call, exitCode, '')
  } finally {
    // Where nobody wants more of it; one that has ended takes no notice.
    child.kill('SIGKILL')
  }
}

/** `mode type id TAB path`, where a mode has six digits. */
function parse(line: string): NamedFile {
  const tab = line.indexOf('\t')
  return {
    path: line.slice(tab + 1),
    sha: line.slice(tab - 40, tab),
    isSubmodule: line.startsWith('160000'),
    isLink: line.startsWith('120000'),
    isExecutable: line.startsWith('100755'),
  }
}
