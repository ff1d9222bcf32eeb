import type { Block } from '../mail/compose-mail.ts'
import type { Place } from '../reviews/pull-comment.ts'
import type { Saying } from './read-saying.ts'
import { shorten, shortLine } from './shorten.ts'

const mostCharacters = 4000
/** Of each of several that came with a review. */
const mostOfMany = 500

/** What somebody said, for a mail: in their own words, as far as they fit. `actor` is whom the sentence before names. */
export function quoteSaying({ by, parts }: Saying, actor: string | null): readonly Block[] {
  const spoken = parts.filter(({ text }) => text.trim() !== '')
  if (spoken.length === 0) return []
  const blocks: Block[] = by?.username === actor ? [] : [`${by?.username ?? 'Somebody'} wrote:`]
  let left = mostCharacters
  let isCut = false
  for (const { comment, text } of spoken) {
    if (left <= 0) break
    const said = shorten(text, comment === null || spoken.length === 1 ? left : Math.min(left, mostOfMany))
    if (comment !== null && comment.place !== null) blocks.push(`${whereOf(comment.place)}:`)
    blocks.push({ quoted: said.text })
    left -= said.text.length
    isCut ||= said.isCut || left <= 0
  }
  return isCut ? [...blocks, 'There is more of it than fits here.'] : blocks
}

function whereOf({ original: { path, line, startLine, side } }: Place): string {
  const lines = startLine === null ? `line ${line}` : `lines ${startLine} to ${line}`
  return `${shortLine(path)}, ${lines}${side === 'old' ? ' of what was there before' : ''}`
}
