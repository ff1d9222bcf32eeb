export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252'

/** Has a letter for every byte: what is not UTF-8 and has no NUL is nearly always this, or Latin-1, which is part of it. */
const western = new TextDecoder('windows-1252')

/** Enough to tell text from anything else. */
const sample = 8000

/** What git takes for binary. */
export function hasNul(data: Buffer): boolean {
  return data.subarray(0, sample).includes(0)
}

/** What has a NUL is not: but for UTF-16, which has one in every Latin letter and says what it is in its first two bytes. */
export function isText(data: Buffer): boolean {
  return !hasNul(data) || wideText(data) !== null
}

export function encodingOf(data: Buffer): Encoding {
  if (wideText(data) !== null) return 'utf-16'
  return isSame(data.toString('utf8'), data) ? 'utf-8' : 'windows-1252'
}

/** A text as people read it, whichever of the three it was written in. */
export function decodeText(data: Buffer): string {
  const wide = wideText(data)
  if (wide !== null) return wide
  const text = data.toString('utf8')
  return isSame(text, data) ? text : western.decode(data)
}

/** Null for what begins like UTF-16 and is something else. */
function wideText(data: Buffer): string | null {
  const label =
    data[0] === 0xff && data[1] === 0xfe ? 'utf-16le' : data[0] === 0xfe && data[1] === 0xff ? 'utf-16be' : null
  if (label === null) return null
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(data)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** The sign for what could not be read can also have been written. */
function isSame(text: string, data: Buffer): boolean {
  return !text.includes('\uFFFD') || Buffer.from(text).equals(data)
}
