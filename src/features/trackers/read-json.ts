import { Pace } from '../../core/pace.ts'

/** Of one thing in a list: a text may be long, but it does not have ten thousands of parts. */
const mostItemBytes = 4 * 1024 * 1024
const mostParts = 20_000
const mostItems = 1000
const deepest = 60
const spanBytes = 65_536

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** It is no JSON, or not what anybody would send. */
export class Nonsense extends Error {}

/**
 * The things in a JSON list, or the one thing that it is. They are read one by one, with turns for others in between: whoever
 * sends this may send anything. Null for what is larger than anything that is kept here.
 */
export async function readJson(bytes: Buffer): Promise<readonly unknown[]> {
  const first = bytes.subarray(0, 1024).toString('latin1').trimStart().charAt(0)
  if (first !== '[' && first !== '{') throw new Nonsense()
  const isList = first === '['
  const spans = await findItems(bytes, isList ? 1 : 0)
  return new Pace().mapLarge(spans, ({ from, to, parts }) => {
    if (to - from > mostItemBytes || parts > mostParts) return null
    try {
      return JSON.parse(bytes.toString('utf8', from, to)) as unknown
    } catch {
      throw new Nonsense()
    }
  })
}

interface Span {
  readonly from: number
  readonly to: number
  readonly parts: number
}

/** Where the things begin and end that lie so deep. */
async function findItems(bytes: Buffer, level: 0 | 1): Promise<readonly Span[]> {
  const pace = new Pace()
  const found: Span[] = []
  let depth = 0
  let isText = false
  let isEscaped = false
  let from = 0
  let parts = 0
  const end = (to: number): void => {
    if (
      bytes
        .subarray(from, Math.min(to, from + 1024))
        .toString('latin1')
        .trim() !== ''
    )
      found.push({ from, to, parts })
    from = to + 1
    parts = 0
    if (found.length > mostItems) throw new Nonsense()
  }
  for (let at = 0; at < bytes.length; at += spanBytes) {
    await pace.isOver()
    const until = Math.min(bytes.length, at + spanBytes)
    for (let index = at; index < until; index++) {
      const byte = bytes[index] ?? 0
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isText = false
      } else if (byte === quote) isText = true
      else if (opening.has(byte)) {
        depth++
        parts++
        if (depth > deepest) throw new Nonsense()
        if (depth === level) {
          from = index + 1
          parts = 0
        }
      } else if (closing.has(byte)) {
        if (level === 1 && depth === 1) end(index)
        depth--
        if (depth < 0) throw new Nonsense()
        if (level === 0 && depth === 0) end(index + 1)
      } else if (byte === comma) {
        parts++
        if (level === 1 && depth === 1) end(index)
      }
    }
  }
  if (depth !== 0 || isText) throw new Nonsense()
  return found
}
