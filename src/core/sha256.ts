declare const sha256Brand: unique symbol
/** The SHA-256 of a file, in lower-case hexadecimal. Only `parseSha256` makes one. */
export type Sha256 = string & { readonly [sha256Brand]: true }

const shape = /^[0-9a-f]{64}$/

export function parseSha256(text: string): Sha256 | null {
  return shape.test(text) ? (text as Sha256) : null
}

export function requireSha256(text: string): Sha256 {
  const sha = parseSha256(text)
  if (sha === null) throw new Error(`"${text.slice(0, 80)}" stands where the hash of a file was expected`)
  return sha
}
