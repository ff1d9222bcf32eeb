import { withoutCode } from '../../core/references.ts'
import type { Pull } from './pull.ts'

/** What a pull request says of itself, as far as it counts: nothing is closed by an example, or by what nobody sees. */
export function closingText({ title, body }: Pick<Pull, 'title' | 'body'>): string {
  return `${withoutCode(title)}\n${withoutCode(body)}`
}
