import { invalidField } from '../../core/errors.ts'
import { isLonger } from '../../core/is-longer.ts'

const longest = 1024

export function parseDescription(text: string): string {
  const description = text.trim()
  if (isLonger(description, longest)) {
    throw invalidField('description', 'too_long', `must be at most ${longest} characters`)
  }
  return description
}
