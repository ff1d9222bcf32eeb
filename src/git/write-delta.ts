/** A length as git writes it in a delta: seven bits at a time, the lowest first. */
function lengthIn(bytes: number[], length: number): void {
  let left = length
  for (; left > 0x7f; left = Math.floor(left / 128)) bytes.push((left & 0x7f) | 0x80)
  bytes.push(left)
}

/** More of a base than this is taken in several steps. */
const mostCopied = 0xff_ffff
const mostAdded = 0x7f

function copyIn(bytes: number[], from: number, length: number): void {
  for (let at = 0; at < length; at += mostCopied) {
    const count = Math.min(mostCopied, length - at)
    const place = bytes.push(0) - 1
    let command = 0x80
    for (const [bit, value] of [...bytesOf(from + at, 4), ...bytesOf(count, 3)].entries()) {
      if (value === 0) continue
      command |= 1 << bit
      bytes.push(value)
    }
    bytes[place] = command
  }
}

function bytesOf(value: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** at) & 0xff)
}

/**
 * How one text comes from another that begins and ends like it, as git writes it: most changes are in one place, and finding
 * that is nearly free. Null where little would be saved.
 */
export function writeDelta(base: Buffer, target: Buffer): Buffer | null {
  const most = Math.min(base.length, target.length)
  let start = 0
  while (start < most && base[start] === target[start]) start++
  let end = 0
  while (end < most - start && base[base.length - 1 - end] === target[target.length - 1 - end]) end++
  if ((start + end) * 2 <= target.length) return null
  const bytes: number[] = []
  lengthIn(bytes, base.length)
  lengthIn(bytes, target.length)
  copyIn(bytes, 0, start)
  for (let at = start; at < target.length - end; at += mostAdded) {
    const added = target.subarray(at, Math.min(at + mostAdded, target.length - end))
    bytes.push(added.length, ...added)
  }
  copyIn(bytes, base.length - end, end)
  return Buffer.from(bytes)
}
