/** Two things to compare, as an address names them. */
export interface ComparedRange {
  readonly base: string
  readonly head: string
  /** `base..head`: the two as they are. `base...head`: what the head brings since they went apart. */
  readonly isDirect: boolean
}

/** Null for what has no dots in it. No branch, tag or commit can be called so that two of them are part of its name. */
export function parseRange(text: string): ComparedRange | null {
  const [, base, dots, head] = /^([^]*?)(\.\.\.?)([^]*)$/.exec(text) ?? []
  if (base === undefined || head === undefined) return null
  return { base, head, isDirect: dots === '..' }
}
