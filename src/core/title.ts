import { invalidField } from './errors.ts'
import { isBlank } from './is-blank.ts'
import { isLonger } from './is-longer.ts'

const maxLength = 255

/** One line of text that a person gives to a thing: no control characters, so it is one mail header and one log line. */
export function parseTitle(field: string, text: string): string {
  const title = text.trim()
  if (isBlank(title)) throw invalidField(field, 'required', 'must not be empty')
  if (isLonger(title, maxLength)) throw invalidField(field, 'too_long', `must be at most ${maxLength} characters`)
  if (/\p{Cc}/u.test(title)) throw invalidField(field, 'format', 'must be one line without control characters')
  return title
}
