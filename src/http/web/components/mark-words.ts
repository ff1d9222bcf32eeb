/** From and to where two lines differ; null where they have too little in common for that to help. */
export function differingPart(old: string, now: string): { old: [number, number]; now: [number, number] } | null {
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start += 1
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  // Whole words read better than letters, and half a character is none.
  while (start > 0 && isWord(old[start - 1])) start -= 1
  while (end > 0 && isWord(old.at(-end))) end -= 1
  const common = old.slice(0, start).trim().length + old.slice(old.length - end).trim().length
  if (common * 3 < Math.max(old.trim().length, now.trim().length)) return null
  return { old: [start, old.length - end], now: [start, now.length - end] }
}

/** Puts a mark around characters of escaped HTML, counted as they are read; tags in between stay whole. */
export function markPart(html: string, [from, to]: readonly [number, number]): string {
  if (from >= to) return html
  let marked = ''
  let taken = 0
  const cut = (at: number, sign: string): void => {
    marked += html.slice(taken, at) + sign
    taken = at
  }
  let isOpen = false
  let letter = 0
  for (let at = 0; at < html.length && (isOpen || letter < to); ) {
    const isTag = html[at] === '<'
    const isInside = !isTag && letter >= from && letter < to
    // A mark that spans tags would not nest: it ends before each and begins again behind it.
    if (isInside !== isOpen) cut(at, isInside ? '<mark>' : '</mark>')
    isOpen = isInside
    if (!isTag) letter += 1
    at = isTag ? behind(html, at, '>') : html[at] === '&' ? behind(html, at, ';') : at + 1
  }
  return `${marked}${html.slice(taken)}${isOpen ? '</mark>' : ''}`
}

function behind(html: string, at: number, sign: '>' | ';'): number {
  const end = html.indexOf(sign, at)
  return end === -1 ? html.length : end + 1
}

/** Characters of two halves count as parts of words, so that no cut goes through one. */
function isWord(char: string | undefined): boolean {
  return char !== undefined && /[\w\uD800-\uDFFF]/.test(char)
}
