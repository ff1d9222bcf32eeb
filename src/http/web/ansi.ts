import { changed, classesOf, plain } from './ansi-look.ts'

/** A piece of a line that looks the same throughout. `classes` is empty for plain text. */
export interface AnsiPart {
  readonly text: string
  readonly classes: string
}

/** A line with more changes than this is no text any more: the rest of it is shown as it is, without colours. */
const mostParts = 200
const longestOrder = 64

/**
 * A line of output with its colours as classes. Every other order to a terminal is left out, finished or not. Goes over
 * the line once, whatever stands in it; runs on the server and, for lines that come later, in the browser.
 */
export function parseAnsi(line: string): readonly AnsiPart[] {
  const parts: AnsiPart[] = []
  let look = plain
  let text = ''
  const cut = (): void => {
    if (text !== '') parts.push({ text, classes: classesOf(look) })
    text = ''
  }
  for (let at = 0; at < line.length; ) {
    const order = orderAt(line, at)
    if (order.end === at) {
      const next = nextControl(line, at + 1)
      text += line.slice(at, next)
      at = next
      continue
    }
    if (order.colours !== null && parts.length < mostParts) {
      cut()
      look = parts.length < mostParts ? changed(look, order.colours) : plain
    }
    at = order.end
  }
  cut()
  return parts
}

/** Where the next character stands that is not simply shown. */
function nextControl(line: string, from: number): number {
  let at = from
  while (at < line.length && !isControl(line.charCodeAt(at))) at++
  return at
}

function isControl(code: number): boolean {
  return (code < 0x20 && code !== 0x09) || (code >= 0x7f && code <= 0x9f)
}

interface Order {
  /** Behind it; where it began if it is none. */
  readonly end: number
  /** What stands between the bracket and the `m`. */
  readonly colours: string | null
}

function orderAt(line: string, at: number): Order {
  const code = line.charCodeAt(at)
  if (!isControl(code)) return { end: at, colours: null }
  if (code !== 0x1b) return { end: at + 1, colours: null }
  const kind = line.charAt(at + 1)
  if (kind === '[') return bracketAt(line, at + 2)
  if (']PX^_'.includes(kind) && kind !== '') return { end: endOfString(line, at + 2), colours: null }
  let end = at + 1
  while (isBetween(line, end, 0x20, 0x2f)) end++
  return { end: isBetween(line, end, 0x30, 0x7e) ? end + 1 : end, colours: null }
}

function bracketAt(line: string, from: number): Order {
  let end = from
  while (isBetween(line, end, 0x20, 0x3f)) end++
  if (!isBetween(line, end, 0x40, 0x7e)) return { end, colours: null }
  const inside = line.slice(from, end)
  const isColour = line.charAt(end) === 'm' && inside.length <= longestOrder && /^[\d;:]*$/.test(inside)
  return { end: end + 1, colours: isColour ? inside : null }
}

/** A title, a link, a picture: to its end, or to the end of the line where it has none. */
function endOfString(line: string, from: number): number {
  for (let at = from; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === 0x07 || code === 0x9c) return at + 1
    if (code === 0x1b) return line.charAt(at + 1) === '\\' ? at + 2 : at
  }
  return line.length
}

function isBetween(line: string, at: number, low: number, high: number): boolean {
  const code = line.charCodeAt(at)
  return code >= low && code <= high
}
