import { requireSha, type Sha } from '../core/sha.ts'
import type { Scratch } from './scratch.ts'
import { newObject } from './write-objects.ts'
import { type Folder, fillFolder, type Leaf, newFolder, treeObjects } from './write-tree.ts'

/** Where a file stands in a tree: the folder, and its name as bytes, one character each. */
interface Place {
  readonly folder: Folder
  readonly name: string
  readonly leaf: Leaf
}

/** The file at a path of a tree; null where there is none, or where it is no ordinary file. */
export async function readFile(scratch: Scratch, root: Sha, path: string): Promise<Buffer | null> {
  const place = await findFile(scratch, newFolder(root), path)
  return place === null ? null : scratch.read(place.leaf.sha)
}

/**
 * A tree with other contents for some of its files, which keep their modes; null where one of them is no ordinary file.
 * New objects are in the scratch.
 */
export async function replaceFiles(
  scratch: Scratch,
  root: Sha,
  files: ReadonlyMap<string, Buffer>,
): Promise<Sha | null> {
  const folder = newFolder(root)
  for (const [path, content] of files) {
    const place = await findFile(scratch, folder, path)
    if (place === null) return null
    const blob = newObject('blob', content)
    await scratch.put(blob)
    place.folder.entries.set(place.name, { ...place.leaf, sha: blob.sha })
  }
  const { sha, objects } = treeObjects(folder)
  for (const object of objects) await scratch.put(object)
  return requireSha(sha)
}

async function findFile(scratch: Scratch, root: Folder, path: string): Promise<Place | null> {
  const names = path.split('/').map((part) => Buffer.from(part).toString('latin1'))
  const last = names.pop() ?? ''
  let folder = root
  for (const name of names) {
    await open(scratch, folder)
    const next = folder.entries.get(name)
    if (next?.kind !== 'folder') return null
    folder = next
  }
  await open(scratch, folder)
  const leaf = folder.entries.get(last)
  return leaf?.kind === 'leaf' && leaf.mode.startsWith('100') ? { folder, name: last, leaf } : null
}

async function open(scratch: Scratch, folder: Folder): Promise<void> {
  if (folder.stored !== null) fillFolder(folder, await scratch.read(folder.stored))
}
