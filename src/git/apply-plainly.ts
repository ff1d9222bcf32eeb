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
  if (!(await apply(scratch, root, base, theirs))) return null
  const { sha, objects } = treeObjects(root)
  for (const object of objects) await scratch.put(object)
  return sha
}

async function apply(scratch: Scratch, folder: Folder, base: Sha, theirs: Sha): Promise<boolean> {
  const before = await entriesOf(scratch, base)
  const after = await entriesOf(scratch, theirs)
  for (const name of before.keys()) if (!after.has(name)) return false
  if (folder.stored !== null) fillFolder(folder, await scratch.read(folder.stored))
  for (const [name, entry] of after) {
    const old = before.get(name)
    if (old?.mode === entry.mode && old.sha === entry.sha) continue
    if (!(await applyEntry(scratch, folder, { name, old, entry }))) return false
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

async function applyEntry(scratch: Scratch, folder: Folder, { name, old, entry }: Change): Promise<boolean> {
  const mine = folder.entries.get(name)
  if (old === undefined) {
    if (mine !== undefined) return false
    folder.entries.set(name, nodeOf(entry))
    return true
  }
  if (mine === undefined || isFolder(old) !== isFolder(entry)) return false
  if (mine.kind === 'folder') {
    if (!isFolder(old)) return false
    if (mine.stored !== old.sha) return apply(scratch, mine, old.sha, entry.sha)
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

async function entriesOf(scratch: Scratch, tree: Sha): Promise<ReadonlyMap<string, Entry>> {
  const entries = treeEntries(await scratch.read(tree))
  return new Map(
    Array.from(entries, ({ mode, name, sha }) => [
      name,
      // Old tools wrote folders as `040000`.
      { mode, sha: requireSha(sha()) },
    ]),
  )
}
