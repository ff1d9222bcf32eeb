import { invalidField } from '../../core/errors.ts'
import { parseTitle } from '../../core/title.ts'
import type { NewAsset } from './new-assets.ts'

export interface ReleaseInput {
  readonly tagName?: string | undefined
  /** Where the tag is made if it is not there; the default branch unless said otherwise. */
  readonly target?: string | undefined
  readonly name?: string | undefined
  readonly body?: string | undefined
  readonly isDraft?: boolean | undefined
  readonly isPrerelease?: boolean | undefined
  /** Files that are added to those that it has. */
  readonly assets?: readonly NewAsset[] | undefined
}

const longestBody = 65_536

/** Without a name of its own, a release is called by its tag. */
export function parseReleaseName(name: string | undefined, tagName: string): string {
  return name === undefined || name.trim() === '' ? tagName : parseTitle('name', name)
}

export function parseReleaseBody(body: string): string {
  if (body.length > longestBody) throw invalidField('body', 'too_long', `must be at most ${longestBody} characters`)
  return body
}
