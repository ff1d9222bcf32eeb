declare const shaBrand: unique symbol
/** The full id of a git object, in lower case. Only `parseSha` makes one. */
export type Sha = string & { readonly [shaBrand]: true }

const shape = /^[0-9a-f]{40}$/

export function parseSha(text: string): Sha | null {
  return shape.test(text) ? (text as Sha) : null
}

declare const prefixBrand: unique symbol
/** The beginning of an id, as people paste it. */
export type ShaPrefix = string & { readonly [prefixBrand]: true }

export function parseShaPrefix(text: string): ShaPrefix | null {
  return /^[0-9a-f]{4,39}$/.test(text) ? (text as ShaPrefix) : null
}

export function requireSha(text: string): Sha {
  const sha = parseSha(text)
  if (sha === null) throw new Error(`git said "${text.slice(0, 80)}" where an object id was expected`)
  return sha
}

/** As people read it, the same length everywhere. */
export function shortSha(sha: string): string {
  return sha.slice(0, 8)
}

/** What git says for "no such ref", before it was made or after it was deleted. */
export const noSha = requireSha('0'.repeat(40))
