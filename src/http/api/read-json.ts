import { type Fault, invalidField, malformed } from '../../core/errors.ts'
import { measureJson } from './measure-json.ts'

/** Names that reach an object's prototype in careless code. */
const poison = new Set(['__proto__', 'constructor', 'prototype'])

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * JSON, strictly: valid UTF-8, no key twice in one object (readers disagree on which one counts, and that has been used
 * to reset strangers' passwords), no prototype tricks, no NUL (PostgreSQL cannot store it), no half of a surrogate pair
 * (stored as another character, so that what was hashed or signed would not be what is read back).
 */
export function readJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw malformed('The body is not valid UTF-8')
  }
  const { keys, hasEscapes } = measureJson(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed('The body is not valid JSON')
  }
  // A key that stood twice is there once: then the text has more of them than what was read from it.
  if (checkInside(value, hasEscapes) !== keys) throw duplicateIn(text)
  return value
}

/** The number of keys, in all objects together. Valid UTF-8 holds no text that is refused: only escapes spell it. */
function checkInside(value: unknown, hasEscapes: boolean, field = 'body'): number {
  if (typeof value === 'string') {
    if (hasEscapes) checkText(value, field)
    return 0
  }
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  if (Array.isArray(value)) {
    for (const item of value) keys += checkInside(item, hasEscapes, field)
    return keys
  }
  // There may be ten thousand: a pair for each would take longer than the rest.
  for (const key of Object.keys(value)) {
    if (poison.has(key)) throw invalidField(key, 'forbidden', 'is not a name that may be used')
    if (hasEscapes) checkText(key, field)
    keys += 1 + checkInside(Reflect.get(value, key), hasEscapes, key)
  }
  return keys
}

function checkText(value: string, field: string): void {
  if (value.includes('\0')) throw invalidField(field, 'format', 'must not contain the NUL character')
  if (!value.isWellFormed()) throw invalidField(field, 'format', 'must not contain half of a surrogate pair')
}

/** Which key it was. Reads valid JSON by its strings and brackets; only for the one that has to be told. */
function duplicateIn(text: string): Fault {
  const objects: Set<string>[] = []
  for (const [token, , colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') objects.push(new Set())
    else if (token === '}' || token === ']') objects.pop()
    else if (colon !== undefined) {
      // Escapes spell the same key in another way.
      const key = String(JSON.parse(token.slice(0, -colon.length)))
      const keys = objects.at(-1)
      if (keys?.has(key) === true) return invalidField(key, 'duplicate', 'stands twice in one object')
      keys?.add(key)
    }
  }
  return invalidField('body', 'duplicate', 'has a key that stands twice in one object')
}
