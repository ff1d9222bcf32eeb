import type { Sha } from '../core/sha.ts'
import type { Signature } from './parse-commit.ts'
import { signatureLine } from './write-commit.ts'
import { type NewObject, newObject } from './write-objects.ts'

export interface NewPlace {
  readonly tree: Sha
  readonly parent: Sha
  readonly committer: Signature
}

/**
 * A commit brought to another place: its author, their date and the message stay as they are, byte for byte, with the
 * encoding that they are in. A signature is left out, because it was given for something else.
 */
export function rewriteCommit(data: Buffer, { tree, parent, committer }: NewPlace): NewObject {
  const end = data.indexOf('\n\n')
  const head = data.toString('latin1', 0, end === -1 ? data.length : end).split('\n')
  const body = end === -1 ? Buffer.alloc(0) : data.subarray(end + 2)
  const line = (name: string): string | undefined => head.find((one) => one.startsWith(`${name} `))
  const committerLine = Buffer.from(signatureLine(committer)).toString('latin1')
  const author = line('author') ?? `author ${committerLine}`
  const encoding = line('encoding')
  const kept = { author, body, encoding }
  // Two encodings cannot stand in one commit: where the committer's name needs ours, all of it is put into ours.
  const parts = encoding === undefined || /^\p{ASCII}*$/u.test(committerLine) ? kept : (inUtf8(kept) ?? kept)
  const lines = [`tree ${tree}`, `parent ${parent}`, parts.author, `committer ${committerLine}`]
  if (parts.encoding !== undefined) lines.push(parts.encoding)
  return newObject('commit', Buffer.concat([Buffer.from(`${lines.join('\n')}\n\n`, 'latin1'), parts.body]))
}

interface Parts {
  readonly author: string
  readonly body: Buffer
  readonly encoding: string | undefined
}

function inUtf8({ author, body, encoding = '' }: Parts): Parts | null {
  try {
    const decoder = new TextDecoder(encoding.slice('encoding '.length), { fatal: true })
    const translate = (bytes: Buffer): Buffer => Buffer.from(decoder.decode(bytes))
    const line = translate(Buffer.from(author, 'latin1')).toString('latin1')
    return { author: line, body: translate(body), encoding: undefined }
  } catch {
    // An encoding that nobody knows, or bytes that are not in it.
    return null
  }
}
