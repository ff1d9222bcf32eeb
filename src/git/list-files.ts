import type { Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import type { Git, RepoDir } from './run-git.ts'

export interface ListedFile {
  readonly path: string
  /** The object's id. */
  readonly sha: string
  /** Null for a submodule. */
  readonly size: number | null
  readonly isLink: boolean
}

/** Every file of a tree with its size, in git's order. */
export function listFiles(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  tree: Sha,
): Promise<readonly ListedFile[]> {
  const sizeOf = (files: readonly ListedFile[]): number => files.length * 180
  return parts.kept.of(dir, ['files', tree], sizeOf, async () => {
    const text = (await parts.git.run(dir, { words: ['ls-tree', '-r', '-z', '--long'], revs: [tree] })).toString('utf8')
    return text
      .split('\0')
      .filter((line) => line !== '')
      .map(parse)
  })
}

/** `mode type id size TAB path` */
function parse(line: string): ListedFile {
  const tab = line.indexOf('\t')
  const [mode = '', , sha = '', size = '-'] = line.slice(0, tab).split(/ +/)
  return { path: line.slice(tab + 1), size: size === '-' ? null : Number(size), isLink: mode === '120000', sha }
}
