import { decodeText } from '../core/decode-text.ts'

const feed = 0x0a

/**
 * A patch may be about files in different encodings: each of its lines is read by itself. Names stay as they are read
 * everywhere else.
 */
export function patchText(patch: Buffer): string {
  const plain = patch.toString('utf8')
  if (!plain.includes('\uFFFD')) return plain
  const lines: string[] = []
  for (let from = 0; from <= patch.length; ) {
    const end = patch.indexOf(feed, from)
    const line = patch.subarray(from, end === -1 ? patch.length : end)
    lines.push(isContent(line) ? decodeText(line) : line.toString('utf8'))
    if (end === -1) break
    from = end + 1
  }
  return lines.join('\n')
}

const signs = new Set([0x20, 0x2b, 0x2d])

function isContent(line: Buffer): boolean {
  const isName = /^(?:---|\+\+\+) /.test(line.toString('latin1', 0, 4))
  return signs.has(line[0] ?? 0) && !isName
}
