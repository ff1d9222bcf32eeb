import { invalidField } from '../../core/errors.ts'

const longestBody = 65_536

export function parseBody(text: string): string {
  if (text.length > longestBody) throw invalidField('body', 'too_long', `must be at most ${longestBody} characters`)
  return text
}
