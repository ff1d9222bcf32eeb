import type { Sha } from '../core/sha.ts'
import { changedPairs } from './compare-folders.ts'
import type { ObjectStore } from './object-store.ts'
import type { TreeEntry } from './parse-tree.ts'
import type { RepoDir } from './run-git.ts'

export interface DifferingFile {
  /** Its bytes, one character each. */
  readonly path: string
  readonly before: TreeEntry | null
  readonly after: TreeEntry | null
}

const mostFolders = 200
const mostFiles = 500
/** Together: to go through more would hold up the thread that serves. */
const mostBytes = 2 * 1024 ** 2

/** What differs between two trees that differ little, without a git: null where they differ in more. */
export async function differingFiles(
  objects: ObjectStore,
  dir: RepoDir,
  from: Sha,
  to: Sha,
): Promise<readonly DifferingFile[] | null> {
  const files: DifferingFile[] = []
  const root = { kind: 'folder', mode: '40000', name: '' } as const
  const waiting: DifferingFile[] = [{ path: '', before: { ...root, sha: from }, after: { ...root, sha: to } }]
  let folders = 0
  let bytes = 0
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [before, after] = [folderOf(pair.before), folderOf(pair.after)]
    if (before !== pair.before || after !== pair.after) {
      files.push({ path: pair.path, before: fileOf(pair.before), after: fileOf(pair.after) })
      if (files.length > mostFiles) return null
    }
    if (before === null && after === null) continue
    if (++folders > mostFolders) return null
    const [old, now] = await Promise.all([read(objects, dir, before), read(objects, dir, after)])
    if (old === null || now === null) return null
    bytes += old.length + now.length
    if (bytes > mostBytes) return null
    for (const entry of changedPairs(old, now)) {
      if (waiting.length > mostFolders + mostFiles) return null
      waiting.push({ ...entry, path: pair.path === '' ? entry.name : `${pair.path}/${entry.name}` })
    }
  }
  return files
}

function folderOf(entry: TreeEntry | null): TreeEntry | null {
  return entry?.kind === 'folder' ? entry : null
}

function fileOf(entry: TreeEntry | null): TreeEntry | null {
  return entry?.kind === 'folder' ? null : entry
}

/** Null for what is no tree. */
async function read(objects: ObjectStore, dir: RepoDir, folder: TreeEntry | null): Promise<Buffer | null> {
  if (folder === null) return Buffer.alloc(0)
  const object = await objects.read(dir, folder.sha)
  return object?.type === 'tree' ? object.data : null
}
