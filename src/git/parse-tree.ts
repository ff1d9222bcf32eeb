import { requireSha, type Sha } from '../core/sha.ts'
import { treeEntries } from './tree-entries.ts'

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

/** A tree as people see it: names as text, and what each entry is. */
export function parseTree(data: Buffer): readonly TreeEntry[] {
  return Array.from(treeEntries(data), ({ mode, name, sha }) => ({
    kind: kinds[mode] ?? 'file',
    mode,
    name: Buffer.from(name, 'latin1').toString('utf8'),
    sha: requireSha(sha()),
  }))
}
