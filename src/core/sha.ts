declare const shaBrand: unique symbol
/** The full id of a git object, in lower case. Only `parseSha` makes one. */
export type Sha = string & { readonly [shaBrand]: true }

const shape = /^[0-9a-f]{40}$/

export function parseSha(text: string): Sha | null {
  return shape.test(text) ? (text as Sha) : null
}

export function requireSha(text: string): Sha {
  const sha = parseSha(text)
  if (sha === null) throw new Error(`git said "${text.slice(0, 80)}" where an object id was expected`)
  return sha
}

/** What git says for "no such ref", before it was made or after it was deleted. */
export const noSha = requireSha('0'.repeat(40))
