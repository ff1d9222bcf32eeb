import type { MergedPull } from '../pulls/list-merged.ts'

export interface Stretch {
  /** The address of the repository. */
  readonly home: string
  /** The tag that it begins behind; null where it begins with the repository. */
  readonly since: string | null
  /** The tag, or the commit, that it ends in. */
  readonly until: string
}

/** Room is left for what people write themselves. */
const longestList = 50_000

/** What was merged on a stretch of history, in Markdown; '' where there is nothing to say. */
export function notesText(merged: readonly MergedPull[], { home, since, until }: Stretch): string {
  const parts = merged.length === 0 ? [] : [`## What changed\n\n${listOf(merged)}`]
  // Before the first release everybody is new.
  const beginners = since === null ? [] : merged.filter(({ isTheirFirst }) => isTheirFirst)
  if (beginners.length > 0) {
    const lines = beginners.map(({ number, author }) => `- @${author ?? ''} in #${number}`)
    parts.push(`## New contributors\n\n${lines.join('\n')}`)
  }
  if (since !== null) parts.push(`[Everything since ${plain(since)}](${compareAt(home, since, until)})`)
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`
}

function listOf(merged: readonly MergedPull[]): string {
  const lines: string[] = []
  let length = 0
  for (const { number, title, author } of merged) {
    const line = `- ${plain(title)} (#${number})${author === null ? '' : ` by @${author}`}`
    length += line.length + 1
    if (length > longestList) break
    lines.push(line)
  }
  const others = merged.length - lines.length
  return [...lines, ...(others === 0 ? [] : [`- and ${others.toLocaleString('en')} more`])].join('\n')
}

/** A title as it was typed: only code stays code, nothing in it becomes a list, a link or a picture. */
function plain(title: string): string {
  const parts = title.split(/(`[^`]+`)/)
  const escaped = parts.map((part, at) =>
    at % 2 === 1 ? part : part.replaceAll(/[\\`*[\]<>~|$&]|\b_|_\b/g, String.raw`\$&`),
  )
  return escaped
    .join('')
    .replace(/^(?:#{1,6}|[-+=])(?=\s|$)/, String.raw`\$&`)
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`)
}

function compareAt(home: string, since: string, until: string): string {
  return `${home}/compare/${inAddress(since)}...${inAddress(until)}`
}

/** Also for Markdown, where a bracket would end it. */
function inAddress(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/').replaceAll('(', '%28').replaceAll(')', '%29')
}
