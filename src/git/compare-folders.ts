import { parseTree, type TreeEntry } from './parse-tree.ts'

/** Where an entry of a raw tree ends: `mode name NUL id`. */
function endOf(tree: Buffer, start: number): number {
  const nul = tree.indexOf(0, start)
  return nul === -1 ? tree.length : nul + 21
}

/** As git orders them: a folder as if a slash ended its name. Bytes one to one. */
function sortKey(tree: Buffer, start: number, end: number): string {
  const text = tree.toString('latin1', start, end - 21)
  const space = text.indexOf(' ')
  return text.startsWith('40000 ') ? `${text.slice(space + 1)}/` : text.slice(space + 1)
}

/** Where an entry begins and ends in a raw tree. */
type Span = readonly [start: number, end: number]

/** What differs between two raw trees, each with where it is in them. Of thousands of entries few are even looked at. */
function* differing(before: Buffer, after: Buffer): Generator<{ key: string; old: Span | null; now: Span | null }> {
  let old = 0
  for (let at = 0; at < after.length; ) {
    const end = endOf(after, at)
    const oldEnd = old < before.length ? endOf(before, old) : old
    if (oldEnd - old === end - at && before.compare(after, at, end, old, oldEnd) === 0) {
      at = end
      old = oldEnd
      continue
    }
    const key = sortKey(after, at, end)
    const oldKey = old < before.length ? sortKey(before, old, oldEnd) : null
    if (oldKey !== null && oldKey < key) {
      yield { key: oldKey, old: [old, oldEnd], now: null }
      old = oldEnd
      continue
    }
    yield { key, old: oldKey === key ? [old, oldEnd] : null, now: [at, end] }
    at = end
    if (oldKey === key) old = oldEnd
  }
  for (; old < before.length; old = endOf(before, old)) {
    const end = endOf(before, old)
    yield { key: sortKey(before, old, end), old: [old, end], now: null }
  }
}

/** The names of what differs between two raw trees. */
export function changedEntries(before: Buffer, after: Buffer): readonly string[] {
  return Array.from(differing(before, after), ({ key }) => nameOf(key))
}

export interface ChangedEntry {
  /** The bytes of the name, one character each: names need not be text. */
  readonly name: string
  readonly before: TreeEntry | null
  readonly after: TreeEntry | null
}

/** What differs between two raw trees; a folder in place of a file, or the other way round, is two. */
export function* changedPairs(before: Buffer, after: Buffer): Generator<ChangedEntry> {
  for (const { key, old, now } of differing(before, after)) {
    const name = key.endsWith('/') ? key.slice(0, -1) : key
    yield { name, before: entryAt(before, old), after: entryAt(after, now) }
  }
}

function entryAt(tree: Buffer, span: Span | null): TreeEntry | null {
  return span === null ? null : (parseTree(tree.subarray(...span))[0] ?? null)
}

function nameOf(key: string): string {
  const name = key.endsWith('/') ? key.slice(0, -1) : key
  // All of ASCII is the same in both.
  return /[\x80-\xff]/.test(name) ? Buffer.from(name, 'latin1').toString('utf8') : name
}
