import { invalidField, malformed } from '../../core/errors.ts'

/** Names that reach an object's prototype in careless code. */
const poison = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * JSON, strictly: valid UTF-8, no key twice in one object (readers disagree on which one counts, and that has been used
 * to reset strangers' passwords), no prototype tricks, no NUL (PostgreSQL cannot store it).
 */
export function readJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed('The body is not valid UTF-8')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed('The body is not valid JSON')
  }
  checkKeys(text)
  return value
}

/** Walks text that is known to be valid JSON, looking at strings and brackets alone. */
function checkKeys(text: string): void {
  const objects: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '{') objects.push(new Set())
    else if (char === '[') objects.push(null)
    else if (char === '}' || char === ']') objects.pop()
    else if (char === '"') {
      const end = endOfString(text, at)
      const raw = text.slice(at, end)
      const keys = objects.at(-1)
      if (isKey(text, end) && keys !== undefined && keys !== null) takeKey(keys, raw)
      if (raw.includes('\\u0000')) throw invalidField('body', 'format', 'must not contain the NUL character')
      at = end - 1
    }
  }
}

function takeKey(keys: Set<string>, raw: string): void {
  // Escapes spell the same key in another way.
  const key = raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1)
  if (poison.has(key)) throw invalidField(key, 'forbidden', 'is not a name that may be used')
  if (keys.has(key)) throw invalidField(key, 'duplicate', 'stands twice in one object')
  keys.add(key)
}

/** The place after the closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
}

function isKey(text: string, after: number): boolean {
  let at = after
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return text[at] === ':'
}
