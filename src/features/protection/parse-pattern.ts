import { invalidField } from '../../core/errors.ts'
import { isBranchName } from '../../core/ref-name.ts'

const mostWildcards = 20

/** The name of a branch or tag in which `*`, `**` and `?` may stand for others. */
export function parsePattern(noun: 'branch' | 'tag', text: string | undefined): string {
  const pattern = text?.trim() ?? ''
  if (pattern === '') throw invalidField('pattern', 'required', 'is required')
  if (pattern.length > 255) throw invalidField('pattern', 'too_long', 'must be at most 255 characters')
  if (!isBranchName(pattern.replaceAll(/[*?]/g, 'x')) || /\*{3}/.test(pattern)) {
    throw invalidField(
      'pattern',
      'format',
      `must be the name of a ${noun}, in which * and ** and ? may stand for others`,
    )
  }
  if ((pattern.match(/[*?]/g)?.length ?? 0) > mostWildcards) {
    throw invalidField('pattern', 'format', `must have at most ${mostWildcards} of * and ?`)
  }
  return pattern
}
