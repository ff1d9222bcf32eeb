/** How many letters have to be changed, added, left out or exchanged with their neighbour. */
export function lettersApart(a: string, b: string): number {
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
