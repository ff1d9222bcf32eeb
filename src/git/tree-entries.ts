export interface RawEntry {
  /** As git takes it, however it is written: `100644`, `100755`, `120000`, `160000` or `40000`. */
  readonly mode: string
  /** The bytes of the name, one character each: names need not be text. */
  readonly name: string
  /** In hex; asked for only where it is wanted. */
  readonly sha: () => string
}

/** A raw tree, byte for byte: `mode name NUL id`, again and again. */
export function* treeEntries(data: Buffer): Generator<RawEntry> {
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at)
    const nul = data.indexOf(0, space)
    if (space === -1 || nul === -1) return
    yield {
      mode: canonical(data.toString('latin1', at, space)),
      name: data.toString('latin1', space + 1, nul),
      sha: () => data.toString('hex', nul + 1, nul + 21),
    }
    at = nul + 21
  }
}

const usual = new Set(['100644', '100755', '120000', '160000', '40000'])

export function canonical(mode: string): string {
  if (usual.has(mode)) return mode
  const bits = Number.parseInt(mode, 8)
  switch (kindOf(bits)) {
    case 'file':
      return (bits & 0o100) === 0 ? '100644' : '100755'
    case 'link':
      return '120000'
    case 'folder':
      return '40000'
    case 'submodule':
      return '160000'
  }
}

/** What git takes an entry for: zeros before its mode and bits that it does not know change nothing. */
export function kindOf(mode: number): 'file' | 'link' | 'folder' | 'submodule' {
  switch (mode & 0o170000) {
    case 0o100000:
      return 'file'
    case 0o120000:
      return 'link'
    case 0o040000:
      return 'folder'
    default:
      return 'submodule'
  }
}
