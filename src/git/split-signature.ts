import type { GitObject } from './object-reader.ts'

export interface SignedObject {
  /** What was signed: the object without its signature. */
  readonly payload: Buffer
  readonly signature: string
}

/** A commit or an annotated tag taken apart as git does it before it verifies one; null where there is no signature. */
export function splitSignature({ type, size, data }: GitObject): SignedObject | null {
  // Of one that is larger than anybody reads only the beginning is there.
  if (data.length !== size) return null
  return type === 'commit' ? splitCommit(data) : type === 'tag' ? splitTag(data) : null
}

/** A header `gpgsig`, whose further lines begin with a space. That of the other hash is no part of the payload either. */
function splitCommit(data: Buffer): SignedObject | null {
  const end = data.indexOf('\n\n')
  if (end === -1) return null
  const kept: string[] = []
  const signatures: string[][] = []
  let target = kept
  for (const line of data.toString('latin1', 0, end).split('\n')) {
    if (!line.startsWith(' ')) {
      const [name] = line.split(' ', 1)
      if (name === 'gpgsig') signatures.push([])
      target = name === 'gpgsig' ? (signatures.at(-1) ?? []) : name === 'gpgsig-sha256' ? [] : kept
    }
    target.push(target === kept ? line : line.replace(/^(?:gpgsig)? /, ''))
  }
  const [only, ...others] = signatures
  // With two of them it is open which one is meant.
  if (only === undefined || others.length > 0) return null
  const payload = Buffer.concat([Buffer.from(`${kept.join('\n')}\n`, 'latin1'), data.subarray(end + 1)])
  return { payload, signature: only.join('\n') }
}

const beginnings = [
  '\n-----BEGIN SSH SIGNATURE-----',
  '\n-----BEGIN PGP SIGNATURE-----',
  '\n-----BEGIN SIGNED MESSAGE-----',
]

/** At the end of the message, from the last line that begins one. */
function splitTag(data: Buffer): SignedObject | null {
  const at = Math.max(...beginnings.map((text) => data.lastIndexOf(text)))
  if (at === -1) return null
  return { payload: data.subarray(0, at + 1), signature: data.toString('latin1', at + 1) }
}
