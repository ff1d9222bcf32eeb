import { Fault, invalidField } from '../../core/errors.ts'
import { parseSha, type Sha } from '../../core/sha.ts'

/** What an editor or a call of the API may send. */
export const largestFile = 5 * 1024 * 1024
const longestMessage = 65_536

/** A file's bytes, as base64. Line breaks are left out: many tools write them. */
export function parseContent(field: string, text: string): Buffer {
  const digits = /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]+/g, '') : text
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(digits) || digits.replace(/=+$/, '').length % 4 === 1) {
    throw invalidField(field, 'format', 'must be base64')
  }
  return requireSmall(Buffer.from(digits, 'base64'), largestFile)
}

export function requireSmall(content: Buffer, most: number): Buffer {
  if (content.length <= most) return content
  throw new Fault('too-large', `A file may have at most ${most} bytes: push larger ones with git`, {
    code: 'PAYLOAD_TOO_LARGE',
  })
}

/** The id of the file that the caller saw. */
export function parseFileSha(field: string, text: string): Sha {
  const sha = parseSha(text.toLowerCase())
  if (sha === null) throw invalidField(field, 'format', 'must be the id of a file: 40 hexadecimal digits')
  return sha
}

export function parseMessage(field: string, text: string): string {
  const message = text.replaceAll('\r\n', '\n').trim()
  if (message.length > longestMessage) {
    throw invalidField(field, 'too_long', `must be at most ${longestMessage} characters`)
  }
  return message
}

export interface Author {
  readonly name: string
  readonly email: string
}

/** Somebody else who wrote it. Neither part can end early or run into the next line of the commit. */
export function parseAuthor(field: string, author: Author): Author {
  const [name, email] = [author.name.trim(), author.email.trim()]
  if (name === '' || name.length > 255 || /[\p{Cc}<>]/u.test(name)) {
    throw invalidField(`${field}.name`, 'format', 'must be one line of 1 to 255 characters without < and >')
  }
  if (email.length > 254 || !/^[^\s<>\p{Cc}]+@[^\s<>\p{Cc}]+$/u.test(email)) {
    throw invalidField(`${field}.email`, 'format', 'must be an e-mail address')
  }
  return { name, email }
}
