export interface RawEntry {
  /** As git writes it: `100644`, `40000`. */
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
      mode: data.toString('latin1', at, space),
      name: data.toString('latin1', space + 1, nul),
      sha: () => data.toString('hex', nul + 1, nul + 21),
    }
    at = nul + 21
  }
}
