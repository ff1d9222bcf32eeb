import type { Readable, Writable } from 'node:stream'

/** The client's side of an exchange, whichever door it came through. */
export interface Wire {
  readonly protocol: Protocol
  /** HTTP asks once per request; SSH speaks on one connection. */
  readonly stateless: boolean
  readonly input: Readable
  readonly output: Writable
}

/** What git takes as GIT_PROTOCOL. Clients may say more; nothing more is passed on. */
export type Protocol = '' | 'version=1' | 'version=2'

export function parseProtocol(text: string | undefined): Protocol {
  const words = text?.split(':') ?? []
  if (words.includes('version=2')) return 'version=2'
  return words.includes('version=1') ? 'version=1' : ''
}
