import type { Sha } from '../core/sha.ts'
import type { ObjectStore } from './object-store.ts'
import { parseCommit } from './parse-commit.ts'
import { findInTree } from './parse-tree.ts'
import type { RepoDir } from './run-git.ts'

/** The file of a commit at a path; null where there is none, or something else. */
export async function findBlob(objects: ObjectStore, dir: RepoDir, commit: Sha, path: string): Promise<Sha | null> {
  const root = await objects.read(dir, commit)
  if (root?.type !== 'commit') return null
  let sha = parseCommit(root.data).tree
  const names = path.split('/')
  for (const [depth, name] of names.entries()) {
    const tree = await objects.read(dir, sha)
    const entry = tree?.type === 'tree' ? findInTree(tree.data, name) : null
    if (entry === null) return null
    // A folder in the middle, and a file or a link at the end.
    if ((entry.kind === 'folder') !== depth < names.length - 1 || entry.kind === 'submodule') return null
    sha = entry.sha
  }
  return sha
}
