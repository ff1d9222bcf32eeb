/** Text from outside, as both databases take it: PostgreSQL has none with a NUL or half a character in it. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\u{fffd}').toWellFormed()
}
