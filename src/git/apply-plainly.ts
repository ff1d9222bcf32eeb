import { Pace } from '../core/pace.ts'
import { requireSha, type Sha } from '../core/sha.ts'
import type { Scratch } from './scratch.ts'
import { treeEntries } from './tree-entries.ts'
import { type Folder, fillFolder, newFolder, treeObjects } from './write-tree.ts'

/**
 * The tree that comes out when the change from `base` to `theirs` is made to `ours`, if that is plain to see: every file
 * that changed is in `ours` as it was before, every new one has a folder to go to and nothing in its way, and none went.
 * Then no rename can play a part, on either side, and git's merge would say the same. Otherwise null: git has to look.
 */
export async function applyPlainly(
  scratch: Scratch,
  { base, ours, theirs }: { readonly base: Sha; readonly ours: Sha; readonly theirs: Sha },
): Promise<Sha | null> {
  const root = newFolder(ours)
  if (!(await apply({ scratch, pace: new Pace(), bytesLeft: mostBytes }, root, base, theirs))) return null
  const { sha, objects } = treeObjects(root)
  for (const object of objects) await scratch.put(object)
  return sha
}

/** Folders that name each other make a change of billions of files from a few bytes: beyond this, git has to look. */
const mostBytes = 1024 * 1024

interface Walk {
  readonly scratch: Scratch
  readonly pace: Pace
  /** Of folders that may still be read. */
  bytesLeft: number
}

async function apply(walk: Walk, folder: Folder, base: Sha, theirs: Sha): Promise<boolean> {
  const before = await entriesOf(walk, base)
  const after = await entriesOf(walk, theirs)
  if (before === null || after === null) return false
  for (const name of before.keys()) if (!after.has(name)) return false
  if (folder.stored !== null) {
    const mine = await read(walk, folder.stored)
    if (mine === null) return false
    fillFolder(folder, mine)
  }
  for (const [name, entry] of after) {
    const old = before.get(name)
    if (old?.mode === entry.mode && old.sha === entry.sha) continue
    if (!(await applyEntry(walk, folder, { name, old, entry }))) return false
  }
  return true
}

interface Entry {
  readonly mode: string
  readonly sha: Sha
}

interface Change {
  readonly name: string
  readonly old: Entry | undefined
  readonly entry: Entry
}

async function applyEntry(walk: Walk, folder: Folder, { name, old, entry }: Change): Promise<boolean> {
  const mine = folder.entries.get(name)
  if (old === undefined) {
    if (mine !== undefined) return false
    folder.entries.set(name, nodeOf(entry))
    return true
  }
  if (mine === undefined || isFolder(old) !== isFolder(entry)) return false
  if (mine.kind === 'folder') {
    if (!isFolder(old)) return false
    if (mine.stored !== old.sha) return apply(walk, mine, old.sha, entry.sha)
  } else if (mine.mode !== old.mode || mine.sha !== old.sha) return false
  folder.entries.set(name, nodeOf(entry))
  return true
}

function nodeOf({ mode, sha }: Entry): Folder | { kind: 'leaf'; mode: string; sha: Sha } {
  return mode === '40000' ? newFolder(sha) : { kind: 'leaf', mode, sha }
}

function isFolder({ mode }: Entry): boolean {
  return mode === '40000'
}

async function entriesOf(walk: Walk, tree: Sha): Promise<ReadonlyMap<string, Entry> | null> {
  const data = await read(walk, tree)
  if (data === null) return null
  return new Map(
    Array.from(treeEntries(data), ({ mode, name, sha }) => [
      name,
      // Old tools wrote folders as `040000`.
      { mode, sha: requireSha(sha()) },
    ]),
  )
}

/** Null when all of them together are too much. */
async function read(walk: Walk, tree: Sha): Promise<Buffer | null> {
  await walk.pace.isOver()
  const data = await walk.scratch.read(tree)
  walk.bytesLeft -= data.length
  return walk.bytesLeft < 0 ? null : data
}
