/** By characters, whatever they take in memory. */
export function isLonger(text: string, most: number): boolean {
  return text.length > most && (text.length > most * 2 || Array.from(text).length > most)
}
