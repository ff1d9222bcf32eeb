import { invalidField, malformed } from '../../core/errors.ts'

/** Names that reach an object's prototype in careless code. */
const poison = new Set(['__proto__', 'constructor', 'prototype'])

/** Deeper than any body of ours, and shallow enough that reading a mebibyte of brackets blocks nobody. */
const deepest = 64

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const openBracket = 0x5b
const closeBrace = 0x7d
const closeBracket = 0x5d

/**
 * JSON, strictly: valid UTF-8, no key twice in one object (readers disagree on which one counts, and that has been used
 * to reset strangers' passwords), no prototype tricks, no NUL (PostgreSQL cannot store it), no half of a surrogate pair
 * (stored as another character, so that what was hashed or signed would not be what is read back).
 */
export function readJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed('The body is not valid UTF-8')
  }
  checkDepth(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed('The body is not valid JSON')
  }
  checkKeys(text)
  return value
}

function checkDepth(text: string): void {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === quote) at = endOfString(text, at) - 1
    else if (char === openBrace || char === openBracket) {
      if (++depth > deepest) throw malformed(`The body is nested more than ${deepest} levels deep`)
    } else if (char === closeBrace || char === closeBracket) depth--
  }
}

/** Walks text that is known to be valid JSON, looking at strings and brackets alone. */
function checkKeys(text: string): void {
  const objects: (Set<string> | null)[] = []
  const hasEscapes = text.includes('\\u')
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === openBrace) objects.push(new Set())
    else if (char === openBracket) objects.push(null)
    else if (char === closeBrace || char === closeBracket) objects.pop()
    else if (char === quote) {
      const end = endOfString(text, at)
      const keys = objects.at(-1)
      if (hasEscapes) checkText(text.slice(at, end))
      if (keys !== undefined && keys !== null && isKey(text, end)) takeKey(keys, text.slice(at, end))
      at = end - 1
    }
  }
}

/** Valid UTF-8 holds neither by itself: only escapes can spell them. */
function checkText(raw: string): void {
  if (!raw.includes('\\u')) return
  const value = String(JSON.parse(raw))
  if (value.includes('\0')) throw invalidField('body', 'format', 'must not contain the NUL character')
  if (!value.isWellFormed()) throw invalidField('body', 'format', 'must not contain half of a surrogate pair')
}

function takeKey(keys: Set<string>, raw: string): void {
  // Escapes spell the same key in another way.
  const key = raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1)
  if (poison.has(key)) throw invalidField(key, 'forbidden', 'is not a name that may be used')
  if (keys.has(key)) throw invalidField(key, 'duplicate', 'stands twice in one object')
  keys.add(key)
}

/** The place after the closing quote; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  // Most strings hold no escape before their end: a file of mebibytes is skipped, not walked.
  const end = text.indexOf('"', start + 1)
  if (end === -1) return text.length
  if (text.charCodeAt(end - 1) !== backslash) return end + 1
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === backslash) at++
    else if (char === quote) return at + 1
  }
  return text.length
}

function isKey(text: string, after: number): boolean {
  let at = after
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return text[at] === ':'
}
