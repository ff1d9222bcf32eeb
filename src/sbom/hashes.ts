export type HashAlgorithm = 'MD5' | 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512'

export interface Hash {
  readonly algorithm: HashAlgorithm
  /** In hex. */
  readonly content: string
}

const kinds: Readonly<Record<string, { readonly algorithm: HashAlgorithm; readonly digits: number }>> = {
  md5: { algorithm: 'MD5', digits: 32 },
  sha1: { algorithm: 'SHA-1', digits: 40 },
  sha256: { algorithm: 'SHA-256', digits: 64 },
  sha384: { algorithm: 'SHA-384', digits: 96 },
  sha512: { algorithm: 'SHA-512', digits: 128 },
}

/** Nothing where it is not what it claims to be: a wrong hash is worse than none. */
export function hexHash(kind: string, content: string): Hash[] {
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (known === undefined || content.length !== known.digits || !/^[\da-f]+$/i.test(content)) return []
  return [{ algorithm: known.algorithm, content: content.toLowerCase() }]
}

export function base64Hash(kind: string, content: string): Hash[] {
  return hexHash(kind, Buffer.from(content, 'base64').toString('hex'))
}

/** `sha512-<base64>`, several with spaces between them, as browsers and npm write it. */
export function integrityHashes(text: string | null): Hash[] {
  if (text === null || text.length > 2000) return []
  return text.split(' ').flatMap((one) => {
    const dash = one.indexOf('-')
    return base64Hash(one.slice(0, dash), one.slice(dash + 1))
  })
}

/** `sha256:<hex>`, as Python's tools write it. */
export function prefixedHash(text: string | null): Hash[] {
  if (text === null) return []
  const colon = text.indexOf(':')
  return hexHash(text.slice(0, colon), text.slice(colon + 1))
}
