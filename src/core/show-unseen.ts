/**
 * What turns the direction of the text behind it, and what takes no room: with either a line can be read as something else
 * than what runs (CVE-2021-42574). Joiners are left alone, which scripts and pictures of people need.
 */
const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u3164\uffa0]/
const eachUnseen = new RegExp(unseen.source, 'g')

const turning = /[\u202a-\u202e\u2066-\u2069]/

export function hasUnseen(text: string): boolean {
  return unseen.test(text)
}

/** For names, in which none of it is of any use. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(eachUnseen, '')
}

export function hasTurns(text: string): boolean {
  return turning.test(text)
}

/**
 * Shows each by its number, in HTML whose tags hold none. It stays in the text, to be copied as it is, but what it does ends
 * with the element around it.
 */
export function showUnseen(html: string): string {
  if (!unseen.test(html)) return html
  return html.replaceAll(eachUnseen, (sign) => `<bdi class="unseen" data-sign="${nameOf(sign)}">${sign}</bdi>`)
}

export type Piece = { readonly text: string; readonly sign: string | null }

/** The same for elements. */
export function piecesOf(text: string): readonly Piece[] {
  if (!unseen.test(text)) return [{ text, sign: null }]
  return text
    .split(new RegExp(`(${unseen.source})`))
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, sign: unseen.test(piece) ? nameOf(piece) : null }))
}

function nameOf(sign: string): string {
  return `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** The numbers of the first lines that are turned, for where they cannot be shown. */
export function turnedLines(text: string, most: number): readonly number[] {
  if (!turning.test(text)) return []
  const numbers: number[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (turning.test(line) && numbers.push(at + 1) === most) break
  }
  return numbers
}
