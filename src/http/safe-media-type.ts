import { isUtf8 } from 'node:buffer'

/** Pictures that browsers draw without running anything; SVG only inside the sandbox that all bytes are sent with. */
const pictures: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
}

/**
 * What a file from a repository is sent as: a picture, plain text, or bytes. Never a page, whatever its name says. `start` is
 * what it begins with, or all of it.
 */
export function safeMediaType(name: string, start: Buffer, isWhole = false): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const picture = Object.hasOwn(pictures, ending) ? pictures[ending] : undefined
  if (picture !== undefined) return picture
  if (start.includes(0)) return 'application/octet-stream'
  // Of any other encoding nobody knows the name: those who read it guess better when we do not.
  return isUtf8Text(start, isWhole) ? 'text/plain; charset=utf-8' : 'text/plain'
}

/** What is only the start may end in the middle of a letter. */
function isUtf8Text(start: Buffer, isWhole: boolean): boolean {
  const cuts = isWhole ? [0] : [0, 1, 2, 3]
  return cuts.some((cut) => isUtf8(start.subarray(0, start.length - cut)))
}

const quiet = /^(?:application|audio|image|video)\/|^text\/plain\b/
/** What browsers run, apply or take orders from, when a page names it. */
const active = /flash|html|manifest|rules|script|svg|wasm|xml|xul/

/**
 * A type as somebody called it who sent a file. Although it is only ever kept as a file, a page of ours may take scripts
 * and styles from where it lies: what could be one is just bytes.
 */
export function quietType(type: string): string {
  return quiet.test(type) && !active.test(type) ? type : 'application/octet-stream'
}
