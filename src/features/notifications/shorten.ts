import { cleanLine, withoutColours } from '../../ci/clean-line.ts'

/** What somebody else wrote, harmless and no longer than this. */
export function shorten(text: string, most: number): { readonly text: string; readonly isCut: boolean } {
  const clean = text
    .trim()
    .split(/\r\n?|\n/)
    .map((line) => withoutColours(cleanLine(line)))
    .join('\n')
  if (clean.length <= most) return { text: clean, isCut: false }
  // Not through the middle of a character.
  const start = clean.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  return { text: `${start.trimEnd()} [...]`, isCut: true }
}

/** The same of what stands in a line of ours. */
export function shortLine(text: string): string {
  return shorten(text.replaceAll(/\s+/g, ' '), 200).text
}
