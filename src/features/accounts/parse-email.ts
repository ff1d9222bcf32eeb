import { Fault, invalidField } from '../../core/errors.ts'

/** Deliverable shape and nothing clever: no spaces, quotes, brackets or control characters, which mail headers would read. */
const shape = /^[^\s@"'<>()[\]\\,;:\p{Cc}]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/iu
const longest = 254

export function parseEmail(text: string): string {
  const email = text.trim()
  if (email.length > longest || !shape.test(email) || email.includes('..')) {
    throw invalidField('email', 'format', 'must be an e-mail address')
  }
  return email
}

/** Of what somebody else says the address is: null for none, and for what is none. */
export function parsedEmail(text: string | null): string | null {
  try {
    return text === null ? null : parseEmail(text)
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}
