import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requireSha, type Sha } from '../core/sha.ts'
import { largestRead, type ObjectStore } from './object-store.ts'
import type { Scratch } from './scratch.ts'
import { treeEntries } from './tree-entries.ts'

const fileName = '.gitattributes'
/** More folders than any merge that a person looks at touches. */
const mostFolders = 5000

/**
 * How lines are put together can be said in a .gitattributes (`merge=union`, `-merge`, `binary`). Git reads it from a
 * work tree only, and there is none: those that have a say about some files are laid out in a folder of their own.
 * Returns that folder, or null where none of them speaks of merging. Drivers that are programs are never run: none is
 * configured, and git then merges as text.
 */
export async function layOutAttributes(
  objects: ObjectStore,
  scratch: Scratch,
  tree: Sha,
  paths: readonly string[],
): Promise<string | null> {
  const found = new Map<string, Buffer>()
  const root = await readFolder(scratch, tree)
  const folders = new Map([['', root]])
  for (const path of foldersAbove(paths)) {
    const cut = path.lastIndexOf('/')
    const entry = folders.get(path.slice(0, Math.max(0, cut)))?.get(path.slice(cut + 1))
    if (entry?.mode === '40000') folders.set(path, await readFolder(scratch, entry.sha))
  }
  for (const [path, entries] of folders) {
    const entry = entries.get(fileName)
    // Git does not follow one that is a link.
    if (entry?.mode.startsWith('100') !== true) continue
    const content = await readAttributes(objects, scratch, entry.sha)
    if (content !== null) found.set(path, content)
  }
  // A macro may be defined in one file and used in another: all of them or none.
  if (![...found.values()].some((content) => /merge|binary/.test(content.toString('latin1')))) return null
  const folder = await scratch.newFolder()
  for (const [path, content] of found) await layOut(folder, path, content)
  return folder
}

interface Entry {
  readonly mode: string
  readonly sha: Sha
}

/** Every folder on the way to a path, outermost first. */
function foldersAbove(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let cut = path.indexOf('/'); cut !== -1 && folders.size < mostFolders; cut = path.indexOf('/', cut + 1)) {
      folders.add(path.slice(0, cut))
    }
  }
  return [...folders].toSorted((a, b) => a.length - b.length)
}

async function readFolder(scratch: Scratch, tree: Sha): Promise<ReadonlyMap<string, Entry>> {
  const entries = treeEntries(await scratch.read(tree))
  return new Map(Array.from(entries, ({ mode, name, sha }) => [name, { mode, sha: requireSha(sha()) }]))
}

async function readAttributes(objects: ObjectStore, scratch: Scratch, sha: Sha): Promise<Buffer | null> {
  const info = await objects.info(scratch.dir, sha)
  // One that came out of a merge just now is not in the repository yet.
  if (info === null) return scratch.read(sha)
  return info.size > largestRead ? null : scratch.read(sha)
}

async function layOut(folder: string, path: string, content: Buffer): Promise<void> {
  const parts = path === '' ? [] : path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return
  const inside = Buffer.from(parts.map((part) => `/${part}`).join(''), 'latin1')
  const at = Buffer.concat([Buffer.from(folder), inside])
  try {
    await mkdir(at, { recursive: true })
    await writeFile(Buffer.concat([at, Buffer.from(join('/', fileName))]), content)
  } catch (error) {
    // A name that no file system holds: nobody could check it out either.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG')) throw error
  }
}
