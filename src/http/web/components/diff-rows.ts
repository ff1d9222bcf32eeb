import type { Hunk, PatchLine } from '../../../features/diffs/hunks.ts'

export type DiffHunk = Hunk

export type SplitRow = { left: PatchLine | null; right: PatchLine | null }

/** Lines that went beside those that came in their place. */
export function splitRows(lines: readonly PatchLine[]): readonly SplitRow[] {
  const rows: SplitRow[] = []
  let gone: PatchLine[] = []
  let come: PatchLine[] = []
  const flush = (): void => {
    for (let at = 0; at < Math.max(gone.length, come.length); at++) {
      rows.push({ left: gone[at] ?? null, right: come[at] ?? null })
    }
    gone = []
    come = []
  }
  for (const line of lines) {
    if (line.kind === 'remove') {
      if (come.length > 0) flush()
      gone.push(line)
    } else if (line.kind === 'add') come.push(line)
    else if (line.kind === 'context') {
      flush()
      rows.push({ left: line, right: line })
    }
  }
  flush()
  return rows
}
