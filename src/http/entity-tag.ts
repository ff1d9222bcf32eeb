import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** A name for what an answer says. Weak: on its way the answer may be packed. */
export function entityTag(content: string | Buffer): string {
  return `W/"${hash('sha1', content, 'base64url')}"`
}

/** Whether the caller has what goes by this name already. */
export function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']
  return known !== undefined && names(known, tag)
}

/**
 * Whether a list of names holds this one. RFC 9110 would let no weak name pass in `If-Match`; ours are weak only because
 * of how an answer is packed, and name its text to the letter.
 */
export function names(list: string, tag: string): boolean {
  return list.split(',').some((one) => one.trim() === '*' || strong(one.trim()) === strong(tag))
}

/** Of whoever asks whether something has changed, both kinds of names are compared alike (RFC 9110, 13.1.2). */
function strong(tag: string): string {
  return tag.replace(/^W\//, '')
}
