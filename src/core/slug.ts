import { Fault, invalidField } from './errors.ts'
import { isReservedName, isReservedRepoName } from './reserved-names.ts'

declare const slugBrand: unique symbol
/** A name that is safe in a URL, in a path on disk and in a git argument. Only a parser in this file makes one. */
export type Slug = string & { readonly [slugBrand]: true }

const shape = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/
const endings = ['.', '.git', '.lock']

function parseSlug(field: string, text: string): Slug {
  if (!isSlug(text)) {
    throw invalidField(
      field,
      'format',
      'use 1 to 100 letters, digits, dots, dashes or underscores; begin with a letter or digit; no "..", and not ending in ".", ".git" or ".lock"',
    )
  }
  return text
}

/** Owners' names share the first segment of every URL, so names that routes use are taken. */
export function parseOwnerName(field: string, text: string): Slug {
  const slug = parseSlug(field, text)
  if (isReservedName(slug)) throw reserved(field, slug)
  return slug
}

/** For a repository that is made or renamed. Where one is looked for, every name is just a name. */
export function parseRepoName(field: string, text: string): Slug {
  const slug = parseSlug(field, text)
  if (isReservedRepoName(slug)) throw reserved(field, slug)
  return slug
}

function reserved(field: string, slug: Slug): Fault {
  const message = `"${slug}" is reserved`
  return new Fault('invalid', message, { code: 'NAME_RESERVED', details: [{ field, code: 'reserved', message }] })
}

/** Names are unique regardless of case; this is what they are compared by. */
export function nameKey(name: string): string {
  return name.toLowerCase()
}

function isSlug(text: string): text is Slug {
  const lower = text.toLowerCase()
  return shape.test(text) && !text.includes('..') && !endings.some((ending) => lower.endsWith(ending))
}
