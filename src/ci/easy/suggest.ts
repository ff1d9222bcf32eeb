const longest = 40

/** The known word that somebody most likely meant, as the end of a message; '' when nothing comes close. */
export function didYouMean(written: string, known: readonly string[]): string {
  if (written.length > longest) return ''
  const close = known
    .map((word) => ({ word, distance: distance(written.toLowerCase().replaceAll('-', '_'), word) }))
    .filter(({ word, distance: apart }) => apart <= Math.max(1, Math.floor(word.length / 3)))
    .toSorted((a, b) => a.distance - b.distance)
  return close[0] === undefined ? '' : `: did you mean «${close[0].word}»?`
}

/** How many letters have to be changed, added, left out or exchanged with their neighbour. */
function distance(a: string, b: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const changed = (row[j - 1] ?? 0) + (same ? 0 : 1)
      const kept = Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      next.push(swapped ? Math.min(kept, (before[j - 2] ?? 0) + 1) : kept)
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
