import type { FileDiff } from '../../../features/diffs/get-diff.ts'
import type { Position } from '../../../features/reviews/pull-comment.ts'
import type { ShownTalk } from '../components/talk.tsx'

const signs: Readonly<Record<string, string>> = { '+': '+', '-': '−', ' ': ' ' }
const linesShown = 4
const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** The lines of a patch that a comment is about, with some before them. Nothing where they are not in it. */
export function excerptsOf(files: readonly FileDiff[]): (position: Position) => ShownTalk['excerpt'] {
  const patches = new Map(files.map((file) => [file.path, file.patch]))
  return ({ path, side, line, startLine }) => {
    const wanted = Math.max(linesShown, line - (startLine ?? line) + 2)
    const seen: { sign: string; text: string }[] = []
    let old = 0
    let now = 0
    for (const text of patches.get(path)?.split('\n') ?? []) {
      const found = head.exec(text)
      if (found !== null) {
        old = Number(found[1])
        now = Number(found[2])
        seen.length = 0
        continue
      }
      const sign = signs[text.charAt(0)]
      if (now === 0 || sign === undefined) continue
      seen.push({ sign, text: text.slice(1) })
      const isThere = side === 'old' ? sign !== '+' && old === line : sign !== '−' && now === line
      if (isThere) return seen.slice(-Math.min(wanted, 20))
      if (sign !== '+') old++
      if (sign !== '−') now++
    }
    return []
  }
}
