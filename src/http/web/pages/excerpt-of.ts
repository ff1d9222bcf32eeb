import type { FileDiff } from '../../../features/diffs/get-diff.ts'
import type { Position } from '../../../features/reviews/pull-comment.ts'
import type { ShownTalk } from '../components/talk.tsx'

const signs: Readonly<Record<string, string>> = { '+': '+', '-': '−', ' ': ' ' }
const linesShown = 4
const mostShown = 20
const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** The lines of a patch that a comment is about, with some before them. Nothing where they are not in it. */
export function excerptsOf(files: readonly FileDiff[]): (position: Position) => ShownTalk['excerpt'] {
  const patches = new Map(files.map((file) => [file.path, file.patch]))
  const known = new Map<string, NumberedPatch>()
  return ({ path, side, line, startLine }) => {
    // Many comments may be about one long file, which is gone through once.
    const patch = known.get(path) ?? numbered(patches.get(path) ?? '')
    known.set(path, patch)
    const wanted = Math.max(linesShown, line - (startLine ?? line) + 2)
    return rowsUpTo(patch.lines, patch[side].get(line) ?? -1, Math.min(wanted, mostShown))
  }
}

interface NumberedPatch {
  readonly lines: readonly string[]
  /** Where the lines of each state stand in the patch. */
  readonly old: ReadonlyMap<number, number>
  readonly new: ReadonlyMap<number, number>
}

function numbered(patch: string): NumberedPatch {
  const lines = patch.split('\n')
  const places = { old: new Map<number, number>(), new: new Map<number, number>() }
  let old = 0
  let now = 0
  let isInHunk = false
  let at = -1
  for (const text of lines) {
    at += 1
    const found = text.startsWith('@') ? head.exec(text) : null
    if (found !== null) {
      old = Number(found[1])
      now = Number(found[2])
      isInHunk = true
    } else if (text.startsWith('diff ')) isInHunk = false
    const sign = signs[text.charAt(0)]
    if (!isInHunk || sign === undefined) continue
    if (sign !== '+') places.old.set(old++, at)
    if (sign !== '−') places.new.set(now++, at)
  }
  return { lines, ...places }
}

/** As many lines of a hunk as are wanted, up to this one. */
function rowsUpTo(lines: readonly string[], last: number, wanted: number): ShownTalk['excerpt'] {
  const rows: { sign: string; text: string }[] = []
  for (let at = last; at >= 0 && rows.length < wanted; at--) {
    const text = lines[at] ?? ''
    if (head.test(text)) break
    const sign = signs[text.charAt(0)]
    if (sign !== undefined) rows.push({ sign, text: text.slice(1) })
  }
  return rows.toReversed()
}
