import { requireSha, type Sha } from '../core/sha.ts'
import { treeEntries } from './tree-entries.ts'
import { type NewObject, newObject } from './write-objects.ts'

/** A folder that is being changed. Read only when somebody looks into it; names are bytes, one character each. */
export interface Folder {
  readonly kind: 'folder'
  /** Where it is read from; null for a new one, and for one that has been read. */
  stored: Sha | null
  readonly entries: Map<string, Node>
}

export interface Leaf {
  readonly kind: 'leaf'
  /** As git writes it: `100644`, `120000`. */
  readonly mode: string
  readonly sha: Sha
}

export type Node = Folder | Leaf

const folderMode = '40000'

export function newFolder(stored: Sha | null): Folder {
  return { kind: 'folder', stored, entries: new Map() }
}

/** Fills a folder with what a raw tree says. */
export function fillFolder(folder: Folder, data: Buffer): void {
  for (const { mode, name, sha } of treeEntries(data)) {
    const id = requireSha(sha())
    folder.entries.set(name, mode === folderMode ? newFolder(id) : { kind: 'leaf', mode, sha: id })
  }
  folder.stored = null
}

/** The trees that have to be written for a folder, innermost first; the last one is its own. Empty folders are not kept. */
export function treeObjects(folder: Folder): { readonly sha: Sha; readonly objects: readonly NewObject[] } {
  if (folder.stored !== null) return { sha: folder.stored, objects: [] }
  const objects: NewObject[] = []
  const lines: { readonly key: string; readonly bytes: Buffer }[] = []
  for (const [name, node] of folder.entries) {
    if (node.kind === 'folder' && isEmpty(node)) continue
    const inside = node.kind === 'folder' ? treeObjects(node) : null
    if (inside !== null) objects.push(...inside.objects)
    const mode = node.kind === 'folder' ? folderMode : node.mode
    const id = Buffer.from(inside?.sha ?? (node.kind === 'leaf' ? node.sha : ''), 'hex')
    // Git sorts by bytes, and a folder as if its name ended with a slash.
    const key = node.kind === 'folder' ? `${name}/` : name
    lines.push({ key, bytes: Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), id]) })
  }
  const sorted = lines.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const tree = newObject('tree', Buffer.concat(sorted.map((line) => line.bytes)))
  objects.push(tree)
  return { sha: tree.sha, objects }
}

/** Holds no file, however deep. */
export function isEmpty(folder: Folder): boolean {
  if (folder.stored !== null) return false
  return [...folder.entries.values()].every((node) => node.kind === 'folder' && isEmpty(node))
}
