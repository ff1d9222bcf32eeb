import { requireSha, type Sha } from '../core/sha.ts'
import type { ObjectStore } from './object-store.ts'
import { parseCommit } from './parse-commit.ts'
import type { RepoDir } from './run-git.ts'
import { type RawEntry, treeEntries } from './tree-entries.ts'

/** The file of a commit at a path; null where there is none, or something else. */
export async function findBlob(objects: ObjectStore, dir: RepoDir, commit: Sha, path: string): Promise<Sha | null> {
  const root = await objects.read(dir, commit)
  if (root?.type !== 'commit') return null
  let sha = parseCommit(root.data).tree
  const names = Buffer.from(path).toString('latin1').split('/')
  for (const [depth, name] of names.entries()) {
    const tree = await objects.read(dir, sha)
    const entry = tree?.type === 'tree' ? entryOf(tree.data, name) : null
    if (entry === null) return null
    // A folder in the middle, and a file or a link at the end.
    if ((entry.mode === '40000') !== depth < names.length - 1 || entry.mode === '160000') return null
    sha = requireSha(entry.sha())
  }
  return sha
}

function entryOf(tree: Buffer, name: string): RawEntry | null {
  for (const entry of treeEntries(tree)) if (entry.name === name) return entry
  return null
}
