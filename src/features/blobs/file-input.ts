import { invalidField } from '../../core/errors.ts'

const longestName = 255
const longestType = 100
/** What turns text around: a name that reads `…gpj.exe` backwards is a trap. */
const turning = /[\u202a-\u202e\u2066-\u2069]/
const mediaType = /^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w.+-]+)*$/

/** The name of a file in any folder of any system: no way to another folder, no control characters. */
export function parseFileName(text: string): string {
  const name = text.trim()
  if (name === '') throw invalidField('name', 'required', 'must not be empty')
  if (Buffer.byteLength(name) > longestName) {
    throw invalidField('name', 'too_long', `must be at most ${longestName} bytes`)
  }
  const bad = name === '.' || name === '..' || /[/\\]|\p{Cc}/u.test(name) || turning.test(name) || !name.isWellFormed()
  if (bad) throw invalidField('name', 'format', 'must be the name of a file, without slashes and control characters')
  return name
}

/** What cannot be read as a type, and what curl says of everything, is just bytes. */
export function parseFileType(text: string | null): string {
  const type = text?.trim().toLowerCase() ?? ''
  if (type.length > longestType || !mediaType.test(type) || type === 'application/x-www-form-urlencoded') {
    return 'application/octet-stream'
  }
  return type
}
