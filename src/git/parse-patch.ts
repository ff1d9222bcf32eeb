export type PatchLine =
  | { readonly kind: 'context'; readonly old: number; readonly new: number; readonly text: string }
  | { readonly kind: 'add'; readonly new: number; readonly text: string }
  | { readonly kind: 'remove'; readonly old: number; readonly text: string }
  /** "\ No newline at end of file", said of the line before it. */
  | { readonly kind: 'note'; readonly text: string }

export interface Hunk {
  readonly oldStart: number
  readonly newStart: number
  /** What git takes for the function around it. */
  readonly heading: string
  readonly lines: readonly PatchLine[]
}

const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/

/**
 * A patch as hunks with numbered lines. What stands before the hunks says nothing that `changedFiles` does not. A file that
 * becomes a link has it twice, and its `---` and `+++` are no lines.
 */
export function parsePatch(patch: string): readonly Hunk[] {
  const hunks: { oldStart: number; newStart: number; heading: string; lines: PatchLine[] }[] = []
  let oldLine = 0
  let newLine = 0
  let isInHunk = false
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    const sign = line[0]
    const found = sign === '@' ? head.exec(line) : null
    const hunk = isInHunk ? hunks.at(-1) : undefined
    if (found !== null) {
      isInHunk = true
      oldLine = Number(found[1])
      newLine = Number(found[2])
      hunks.push({ oldStart: oldLine, newStart: newLine, heading: found[3] ?? '', lines: [] })
    } else if (line.startsWith('diff ')) isInHunk = false
    else if (hunk !== undefined) {
      const text = line.slice(1)
      if (sign === '+') hunk.lines.push({ kind: 'add', new: newLine++, text })
      else if (sign === '-') hunk.lines.push({ kind: 'remove', old: oldLine++, text })
      else if (sign === '\\') hunk.lines.push({ kind: 'note', text: text.trim() })
      else if (sign === ' ') hunk.lines.push({ kind: 'context', old: oldLine++, new: newLine++, text })
    }
  }
  return hunks
}
