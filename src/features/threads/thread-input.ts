import { invalidField } from '../../core/errors.ts'
import { isBlank } from '../../core/is-blank.ts'
import { isLonger } from '../../core/is-longer.ts'

const longestBody = 65_536

/** What a thread begins with; it may have nothing to say beyond its title. */
export function parseBody(text: string): string {
  if (isLonger(text, longestBody)) throw invalidField('body', 'too_long', `must be at most ${longestBody} characters`)
  return text
}

export function parseCommentBody(text: string): string {
  if (isBlank(text)) throw invalidField('body', 'required', 'must not be empty')
  return parseBody(text)
}
