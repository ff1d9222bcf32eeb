const longestFence = 10

/** A comment taken apart: what is said before and after the change that it suggests. */
export interface SplitComment {
  readonly before: string
  readonly suggestion: string
  readonly after: string
}

/** What a comment suggests instead of the lines that it is about; null when it suggests nothing. */
export function findSuggestion(body: string): string | null {
  return splitComment(body)?.suggestion ?? null
}

/** At its first block that is fenced as `suggestion`; null when there is none. Goes through the text once. */
export function splitComment(body: string): SplitComment | null {
  const lines = body.replaceAll('\r\n', '\n').split('\n')
  let fence = ''
  let start = 0
  const inside: string[] = []
  for (const [at, line] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '') {
      const info = mark === '' ? '' : line.trim().slice(mark.length).trim()
      if (mark.length > longestFence || info !== 'suggestion') continue
      fence = mark
      start = at
    } else if (mark.startsWith(fence) && line.trim() === mark) {
      const [before, after] = [lines.slice(0, start).join('\n'), lines.slice(at + 1).join('\n')]
      return { before, suggestion: inside.map((one) => `${one}\n`).join(''), after }
    } else inside.push(line)
  }
  return null
}

/** A file with some of its lines replaced, byte for byte as it was elsewhere; new lines end as those did. */
export function replaceLines(
  file: Buffer,
  { first, last }: { readonly first: number; readonly last: number },
  text: string,
): Buffer {
  // What some programs begin a file with belongs to none of its lines.
  const isMarked = first === 1 && file.subarray(0, byteOrderMark.length).equals(byteOrderMark)
  const start = isMarked && !text.startsWith('\ufeff') ? byteOrderMark.length : offsetOfLine(file, first)
  const end = offsetOfLine(file, last + 1)
  const replaced = file.subarray(start, end)
  const ending = (replaced.includes('\n') ? replaced : file).includes('\r\n') ? '\r\n' : '\n'
  const lines = text.replaceAll('\n', ending)
  // A last line without an end stays without one.
  const isOpen = end === file.length && file.length > 0 && file.at(-1) !== 0x0a
  const inserted = isOpen ? lines.slice(0, lines.length - (lines === '' ? 0 : ending.length)) : lines
  return Buffer.concat([file.subarray(0, start), Buffer.from(inserted), file.subarray(end)])
}

const byteOrderMark = Buffer.from('\ufeff')

/** Where a line begins, counted from 1; the end for those behind the last. */
function offsetOfLine(file: Buffer, line: number): number {
  let at = 0
  for (let count = 1; count < line; count++) {
    const end = file.indexOf(0x0a, at)
    if (end === -1) return file.length
    at = end + 1
  }
  return at
}
