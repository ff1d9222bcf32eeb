type Job = { name: string; needs: readonly string[] }

export type Place = { column: number; row: number }

/**
 * A column is as far right as the longest way to it; in a column jobs stand in the order of the file. They come with
 * those that they need before them; a need that is unknown, or comes later, does not count.
 */
export function placeJobs(jobs: readonly Job[]): {
  places: ReadonlyMap<string, Place>
  columns: number
  rows: number
} {
  const places = new Map<string, Place>()
  const filled: number[] = []
  for (const { name, needs } of jobs) {
    const column = Math.max(0, ...needs.map((need) => (places.get(need)?.column ?? -1) + 1))
    const row = filled[column] ?? 0
    filled[column] = row + 1
    places.set(name, { column, row })
  }
  return { places, columns: Math.max(1, filled.length), rows: Math.max(1, ...filled.map((count) => count ?? 0)) }
}
