const leaf = -1
const width = 256

/**
 * Many byte patterns, looked for at once in one pass (Aho and Corasick). A state is what was read last, as far as it is
 * the beginning of a pattern; state 0 is nothing. Nearly all states have one way on, to the state with the next number:
 * they cost sixteen bytes. Those with several, and all that are reached by a single byte, have a whole row.
 */
export class PatternTable {
  /** The one byte that leads on to the next state; below -1: the row that says where every byte leads. */
  readonly link: Int32Array
  readonly rows: Int32Array
  /** The longest other beginning that what was read ends with. */
  readonly fail: Int32Array
  /** How long the longest pattern is that what was read ends with; 0 for none. */
  readonly longest: Int32Array
  readonly depth: Int32Array

  constructor(patterns: readonly Uint8Array[]) {
    const trie = new Trie(patterns)
    this.depth = trie.depth
    this.link = trie.only.slice()
    this.fail = new Int32Array(trie.depth.length)
    this.longest = trie.ends
    let wide = 1
    for (const state of trie.order) if (isWide(trie, state)) wide++
    this.rows = new Int32Array(wide * width)
    this.#fill(trie)
  }

  /** From the shallow to the deep: where a state fails to is always done already. */
  #fill(trie: Trie): void {
    this.#widen(trie, 0, 0)
    let row = 1
    for (const state of trie.order) {
      const fallen = this.fail[state] ?? 0
      if (this.longest[state] === 0) this.longest[state] = this.longest[fallen] ?? 0
      const only = trie.only[state] ?? leaf
      if (only >= 0) this.fail[state + 1] = this.next(fallen, only)
      for (const [byte, child] of trie.branches.get(state) ?? []) this.fail[child] = this.next(fallen, byte)
      if (isWide(trie, state)) this.#widen(trie, state, row++)
    }
  }

  #widen(trie: Trie, state: number, row: number): void {
    const at = row * width
    if (state !== 0) {
      const fallen = this.fail[state] ?? 0
      for (let byte = 0; byte < width; byte++) this.rows[at + byte] = this.next(fallen, byte)
    }
    const only = trie.only[state] ?? leaf
    if (only >= 0) this.rows[at + only] = state + 1
    for (const [byte, child] of trie.branches.get(state) ?? []) this.rows[at + byte] = child
    this.link[state] = -2 - row
  }

  /** What was read last, as far as it may yet go on to be a pattern: one that has ended, and leads to no other, is left. */
  open(state: number): number {
    let going = state
    while (this.link[going] === leaf) going = this.fail[going] ?? 0
    return going
  }

  next(from: number, byte: number): number {
    for (let state = from; ; state = this.fail[state] ?? 0) {
      const link = this.link[state] ?? leaf
      if (link === byte) return state + 1
      if (link < leaf) return this.rows[(-2 - link) * width + byte] ?? 0
    }
  }
}

class Trie {
  readonly depth: Int32Array
  readonly only: Int32Array
  /** The length of the pattern that ends here. */
  readonly ends: Int32Array
  /** Children besides the one that has the next number. */
  readonly branches = new Map<number, Map<number, number>>()
  /** All states but the first, shallow ones first. */
  readonly order: Int32Array

  constructor(patterns: readonly Uint8Array[]) {
    const most = patterns.reduce((sum, pattern) => sum + pattern.length, 1)
    const [depth, only, ends] = [new Int32Array(most), new Int32Array(most).fill(leaf), new Int32Array(most)]
    let size = 1
    // The longest first: one that another begins with then needs no states of its own.
    for (const pattern of patterns.toSorted((a, b) => b.length - a.length)) {
      let state = 0
      for (const byte of pattern) {
        const known = only[state] === byte ? state + 1 : this.branches.get(state)?.get(byte)
        if (known !== undefined) {
          state = known
          continue
        }
        if (state === size - 1) only[state] = byte
        else this.#branch(state, byte, size)
        depth[size] = (depth[state] ?? 0) + 1
        state = size++
      }
      ends[state] = depth[state] ?? 0
    }
    this.depth = depth.slice(0, size)
    this.only = only.slice(0, size)
    this.ends = ends.slice(0, size)
    this.order = this.#byDepth(size)
  }

  #branch(state: number, byte: number, child: number): void {
    const others = this.branches.get(state)
    if (others === undefined) this.branches.set(state, new Map([[byte, child]]))
    else others.set(byte, child)
  }

  #byDepth(size: number): Int32Array {
    const order = new Int32Array(size - 1)
    let filled = 0
    for (let at = -1; at < filled; at++) {
      const state = at === -1 ? 0 : (order[at] ?? 0)
      if ((this.only[state] ?? leaf) >= 0) order[filled++] = state + 1
      for (const child of this.branches.get(state)?.values() ?? []) order[filled++] = child
    }
    return order
  }
}

/** Reached by one byte, where most of a text is, or with several ways on. */
function isWide(trie: Trie, state: number): boolean {
  return trie.depth[state] === 1 || trie.branches.has(state)
}
