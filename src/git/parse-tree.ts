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
