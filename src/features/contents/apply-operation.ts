import type { App } from '../../app.ts'
import { conflict, Fault } from '../../core/errors.ts'
import type { RepoPath } from '../../core/repo-path.ts'
import type { Sha } from '../../core/sha.ts'
import { requireThere } from '../../git/require-there.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { type NewObject, newObject } from '../../git/write-objects.ts'
import { type Folder, fillFolder, isEmpty, type Leaf, newFolder } from '../../git/write-tree.ts'

/** One change to a folder of files. `sha` is what the caller saw there: where it is given it has to be there still. */
export type FileOperation =
  | { readonly action: 'create'; readonly path: RepoPath; readonly content: Buffer }
  | { readonly action: 'update'; readonly path: RepoPath; readonly content: Buffer; readonly sha: Sha | null }
  /** Made, or put in the place of the file that is there. */
  | { readonly action: 'write'; readonly path: RepoPath; readonly content: Buffer }
  | { readonly action: 'delete'; readonly path: RepoPath; readonly sha: Sha | null }
  | {
      readonly action: 'move'
      readonly from: RepoPath
      readonly path: RepoPath
      /** Null leaves the file as it is. */
      readonly content: Buffer | null
      readonly sha: Sha | null
    }

/** A file as a change left it. */
export interface WrittenFile {
  readonly path: RepoPath
  readonly mode: string
  readonly sha: Sha
  readonly size: number
}

interface Place {
  readonly app: Pick<App, 'objects'>
  readonly dir: RepoDir
  readonly root: Folder
}

export interface Applied {
  readonly file: WrittenFile | null
  readonly blob: NewObject | null
}

/** Changes the folder by one operation. Links are never followed, nor written through, nor replaced. */
export async function applyOperation(place: Place, operation: FileOperation): Promise<Applied> {
  switch (operation.action) {
    case 'create':
      return put(place, operation.path, operation.content, null)
    case 'update': {
      const { path, sha } = operation
      // Whoever sends an id has seen a file here: that it is gone is news to them.
      const old = await takeOut(place, path, sha, sha === null ? nothingThere : stale)
      return put(place, path, operation.content, old)
    }
    case 'write': {
      const { path, content } = operation
      return put(
        place,
        path,
        content,
        (await hasFile(place, path)) ? await takeOut(place, path, null, nothingThere) : null,
      )
    }
    case 'delete':
      await takeOut(place, operation.path, operation.sha, nothingThere)
      return { file: null, blob: null }
    case 'move': {
      const old = await takeOut(place, operation.from, operation.sha, nothingThere)
      return put(place, operation.path, operation.content, old)
    }
  }
}

/** Puts a file where there is none. What it takes the place of lends it its mode and, without new content, that too. */
async function put(place: Place, path: RepoPath, content: Buffer | null, old: Leaf | null): Promise<Applied> {
  const { folder, name } = await findPlace(place, path, null)
  const there = folder.entries.get(name)
  // A folder that an earlier operation has emptied is as good as gone.
  if (there !== undefined && !(there.kind === 'folder' && isEmpty(there))) {
    throw inTheWay(path, there.kind === 'folder' ? 'folder' : kindOf(there))
  }
  const blob = content === null ? null : newObject('blob', content)
  const sha = blob?.sha ?? old?.sha
  if (sha === undefined) throw new Error('A file is to be written without content')
  const leaf: Leaf = { kind: 'leaf', mode: old?.mode ?? '100644', sha }
  folder.entries.set(name, leaf)
  const size = content?.length ?? (await place.app.objects.info(place.dir, sha))?.size ?? 0
  return { file: { path, mode: leaf.mode, sha, size }, blob }
}

/** A link, a submodule or a folder is no file: it stays in the way. */
async function hasFile(place: Place, path: RepoPath): Promise<boolean> {
  const { folder, name } = await findPlace(place, path, null)
  const there = folder.entries.get(name)
  return there?.kind === 'leaf' && kindOf(there) === 'file'
}

type Missing = (path: RepoPath) => Fault

/** Takes away a file that has to be there, and has to be the one that the caller saw. */
async function takeOut(place: Place, path: RepoPath, expected: Sha | null, missing: Missing): Promise<Leaf> {
  const { folder, name } = await findPlace(place, path, missing)
  const there = folder.entries.get(name)
  if (there === undefined) throw missing(path)
  if (there.kind === 'folder') throw inTheWay(path, 'folder')
  const kind = kindOf(there)
  if (kind !== 'file') throw inTheWay(path, kind)
  if (expected !== null && expected !== there.sha) throw stale(path)
  folder.entries.delete(name)
  return there
}

/** The folder that a path leads into. Folders on the way that are not there are made, or are what `missing` says. */
async function findPlace(
  place: Place,
  path: RepoPath,
  missing: Missing | null,
): Promise<{ folder: Folder; name: string }> {
  const segments = path.split('/').map((segment) => Buffer.from(segment).toString('latin1'))
  const name = segments.pop() ?? ''
  let folder = place.root
  await open(place, folder)
  for (const segment of segments) {
    let next = folder.entries.get(segment)
    if (next === undefined) {
      if (missing !== null) throw missing(path)
      next = newFolder(null)
      folder.entries.set(segment, next)
    }
    if (next.kind === 'leaf') throw inTheWay(path, kindOf(next), Buffer.from(segment, 'latin1').toString())
    folder = next
    await open(place, folder)
  }
  return { folder, name }
}

async function open(place: Place, folder: Folder): Promise<void> {
  if (folder.stored === null) return
  const object = await place.app.objects.read(place.dir, folder.stored)
  if (object === null || object.type !== 'tree') {
    // Most likely the repository was deleted a moment ago.
    requireThere(place.dir)
    throw new Error(`${folder.stored} is not a tree of ${place.dir}`)
  }
  fillFolder(folder, object.data)
}

type LeafKind = 'file' | 'symlink' | 'submodule'

function kindOf(leaf: Leaf): LeafKind {
  return leaf.mode === '120000' ? 'symlink' : leaf.mode === '160000' ? 'submodule' : 'file'
}

const kindTexts: Record<LeafKind | 'folder', string> = {
  file: 'a file',
  symlink: 'a symbolic link, which is not written through',
  submodule: 'a submodule, which belongs to another repository',
  folder: 'a folder',
}

function inTheWay(path: RepoPath, kind: LeafKind | 'folder', at: string = path): Fault {
  const hint = kind === 'file' && at === path ? ': send its sha to change it' : ''
  const message = `at ${at} there is ${kindTexts[kind]}`
  return conflict(`${message}${hint}`, [{ field: 'path', code: kind === 'file' ? 'taken' : `is_${kind}`, message }])
}

function stale(path: RepoPath): Fault {
  const message = `${path} is not what it was: look again, and send the sha that it has now`
  return conflict(message, [{ field: 'sha', code: 'stale', message }])
}

function nothingThere(path: RepoPath): Fault {
  return new Fault('not-found', `There is no file at ${path}`, { code: 'FILE_NOT_FOUND' })
}
