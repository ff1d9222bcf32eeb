import type { Sha } from '../core/sha.ts'
import { canonical } from './tree-entries.ts'

export type EntryKind = 'file' | 'executable' | 'symlink' | 'folder' | 'submodule'

export interface TreeEntry {
  readonly kind: EntryKind
  /** As git writes it: `100644`, `40000`. */
  readonly mode: string
  readonly name: string
  readonly sha: Sha
}

const kinds: Readonly<Record<string, EntryKind>> = {
  '40000': 'folder',
  '100644': 'file',
  '100755': 'executable',
  '120000': 'symlink',
  '160000': 'submodule',
}

/** A tree as people see it: names as text, and what each entry is. Some have a hundred thousand: nothing is made twice. */
export function parseTree(data: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at)
    const nul = data.indexOf(0, space)
    if (space === -1 || nul === -1 || nul + 21 > data.length) break
    const mode = canonical(data.toString('latin1', at, space))
    // Twenty bytes in hex are an id.
    const sha = data.toString('hex', nul + 1, nul + 21) as Sha
    entries.push({ kind: kinds[mode] ?? 'file', mode, name: data.toString('utf8', space + 1, nul), sha })
    at = nul + 21
  }
  return entries
}

/** The entry of a name, as it was shown. */
export function findInTree(data: Buffer, name: string): TreeEntry | null {
  // What is not text is shown with this sign in its place: then the sign is all there is to go by.
  if (name.includes('\uFFFD')) return parseTree(data).find((one) => one.name === name) ?? null
  return findBytesInTree(data, Buffer.from(name))
}

/**
 * The others are not taken apart: one of a hundred thousand is found in some milliseconds. Loops over bytes are several
 * times faster here than a call for each of the short names.
 */
function findBytesInTree(data: Buffer, name: Buffer): TreeEntry | null {
  for (let at = 0; at < data.length; ) {
    let nul = at
    while (nul < data.length && data[nul] !== 0) nul++
    const start = nul - name.length
    // Names may have spaces; what is before the first one is the mode.
    if (start > at && isAt(data, start, name) && data.indexOf(0x20, at) === start - 1) {
      return parseTree(data.subarray(at, nul + 21))[0] ?? null
    }
    at = nul + 21
  }
  return null
}

function isAt(data: Buffer, start: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index++) if (data[start + index] !== name[index]) return false
  return true
}
