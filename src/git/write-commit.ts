import type { Sha } from '../core/sha.ts'
import type { Signature } from './parse-commit.ts'
import { type NewObject, newObject } from './write-objects.ts'

export interface CommitFields {
  readonly tree: Sha
  readonly parents: readonly Sha[]
  readonly author: Signature
  readonly committer: Signature
  readonly message: string
}

export function commitObject(fields: CommitFields): NewObject {
  const lines = [
    `tree ${fields.tree}`,
    ...fields.parents.map((parent) => `parent ${parent}`),
    `author ${signatureLine(fields.author)}`,
    `committer ${signatureLine(fields.committer)}`,
  ]
  return newObject('commit', Buffer.from(`${lines.join('\n')}\n\n${withEnd(fields.message)}`))
}

export interface TagFields {
  readonly object: Sha
  readonly name: string
  readonly tagger: Signature
  readonly message: string
}

/** An annotated tag of a commit. */
export function tagObject(fields: TagFields): NewObject {
  const lines = [
    `object ${fields.object}`,
    'type commit',
    `tag ${fields.name}`,
    `tagger ${signatureLine(fields.tagger)}`,
  ]
  return newObject('tag', Buffer.from(`${lines.join('\n')}\n\n${withEnd(fields.message)}`))
}

export function signatureLine({ name, email, at, zone = '+0000' }: Signature): string {
  const address = plain(email)
  // A name of which nothing is left would not be one to git.
  return `${plain(name) || address.replace(/@.*/, '')} <${address}> ${Math.floor(at / 1000)} ${zone}`
}

/** What would end the name or the address too early is left out, as git itself does. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}<>]/gu, '').trim()
}

function withEnd(message: string): string {
  return `${message.replaceAll('\r\n', '\n').trimEnd()}\n`
}
