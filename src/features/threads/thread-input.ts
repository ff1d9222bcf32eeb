import { invalidField } from '../../core/errors.ts'

const longestBody = 65_536

/** What a thread begins with; it may have nothing to say beyond its title. */
export function parseBody(text: string): string {
  if (isLonger(text)) throw invalidField('body', 'too_long', `must be at most ${longestBody} characters`)
  return text
}

/** By characters, whatever they take in memory. */
function isLonger(text: string): boolean {
  return text.length > longestBody && Array.from(text).length > longestBody
}

export function parseCommentBody(text: string): string {
  if (text.trim() === '') throw invalidField('body', 'required', 'must not be empty')
  return parseBody(text)
}
