/** Letters and digits in a row; in scripts that are written without spaces, each character is a word. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+/gv
const longest = 40

/** The words of a text, each once: in lower case, without accents, letters and digits only. */
export function wordsOf(text: string, most: number): readonly string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = new Set<string>()
  for (const [found] of plain.matchAll(word)) {
    words.add(found.length > longest ? [...found].slice(0, longest).join('') : found)
    if (words.size >= most) break
  }
  return [...words]
}
