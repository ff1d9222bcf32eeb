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

/** The names of what differs between two raw trees. Of thousands of entries few are even looked at. */
export function changedEntries(before: Buffer, after: Buffer): readonly string[] {
  const changed: string[] = []
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
      changed.push(nameOf(oldKey))
      old = oldEnd
      continue
    }
    changed.push(nameOf(key))
    at = end
    if (oldKey === key) old = oldEnd
  }
  for (; old < before.length; old = endOf(before, old)) changed.push(nameOf(sortKey(before, old, endOf(before, old))))
  return changed
}

function nameOf(key: string): string {
  return Buffer.from(key.endsWith('/') ? key.slice(0, -1) : key, 'latin1').toString('utf8')
}

/** Which tree an entry of that name is; null where there is none, or it is no folder. */
export function findFolder(tree: Buffer, name: Buffer): string | null {
  for (let at = 0; at < tree.length; ) {
    const end = endOf(tree, at)
    const space = tree.indexOf(0x20, at)
    const nul = end - 21
    if (nul - space - 1 === name.length && tree.compare(name, 0, name.length, space + 1, nul) === 0) {
      return tree.toString('latin1', at, space) === '40000' ? tree.toString('hex', nul + 1, end) : null
    }
    at = end
  }
  return null
}
