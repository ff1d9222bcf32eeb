/** Scripts that are written without spaces: each character is a word. */
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}'
/** As it stands in a text, accents and all. */
const written = new RegExp(`[${unspaced}]|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+`, 'gv')
const bare = new RegExp(`[${unspaced}]|[[\\p{L}\\p{N}]--[${unspaced}]]+`, 'gv')
/** Nothing in it to be spelled out: most words of most texts. */
const english = /^[a-zA-Z0-9]+$/
const longest = 40

/** The words of a text, each once: in lower case, without accents, letters and digits only. */
export function wordsOf(text: string, most: number): readonly string[] {
  const seen = new Set<string>()
  const words = new Set<string>()
  for (const [found] of text.matchAll(written)) {
    // Cut before it is spelled out: single characters can stand for eighteen.
    const word = cut(found)
    if (seen.has(word)) continue
    seen.add(word)
    if (english.test(word)) words.add(word.toLowerCase())
    else for (const part of spelledOut(word)) words.add(cut(part))
    if (words.size >= most) break
  }
  return [...words].slice(0, most)
}

function spelledOut(word: string): readonly string[] {
  const plain = word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return Array.from(plain.matchAll(bare), ([part]) => part)
}

function cut(word: string): string {
  if (word.length <= longest) return word
  // In whole characters: half of a pair cannot be stored.
  return Array.from(word.slice(0, 2 * longest))
    .slice(0, longest)
    .join('')
}
