export type Encoding = 'utf-8' | 'windows-1252'

/** Has a letter for every byte: what is not UTF-8 and has no NUL is nearly always this, or Latin-1, which is part of it. */
const western = new TextDecoder('windows-1252')

export function encodingOf(data: Buffer): Encoding {
  return isSame(data.toString('utf8'), data) ? 'utf-8' : 'windows-1252'
}

/** A text as people read it, whichever of the two it was written in. */
export function decodeText(data: Buffer): string {
  const text = data.toString('utf8')
  return isSame(text, data) ? text : western.decode(data)
}

/** The sign for what could not be read can also have been written. */
function isSame(text: string, data: Buffer): boolean {
  return !text.includes('\uFFFD') || Buffer.from(text).equals(data)
}
