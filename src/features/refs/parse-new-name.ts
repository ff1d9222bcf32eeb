import { invalidField } from '../../core/errors.ts'
import { type RefName, whyConfusing } from '../../core/ref-name.ts'

/** A name that somebody gives to a branch or tag, as `branchRef` or `tagRef` reads it. */
export function parseNewName(field: string, name: string, parse: (name: string) => RefName | null): RefName {
  const ref = parse(name)
  if (ref !== null) return ref
  const wrong = whyConfusing(name) ?? 'is not a name that git accepts: no spaces, no "..", none of ~ ^ : ? * [ \\'
  throw invalidField(field, 'format', wrong)
}
