import type { Found, LineMap } from './line-map.ts'

export interface Lines {
  readonly first: number
  readonly last: number
}

/** More lines than anybody marks. */
const mostLines = 1000
/** How much may have come in between before it is no longer one place. */
const mostStretch = 3

/**
 * Where a range of lines is now: from the first to the last that is still there. Null where its last line, under which
 * people read what was written, has gone together with most others, or they are no longer in one place.
 */
export async function followRange(
  map: LineMap | null,
  { first, last }: Lines,
): Promise<(Lines & { readonly isSame: boolean }) | null> {
  if (map === null || last < first || last - first >= mostLines) return null
  const count = last - first + 1
  const found: (Found | null)[] = []
  for (let line = first; line <= last; line++) found.push(await map.find(line))
  const there = found.filter((one) => one !== null)
  if (there.length === 0 || there.length * 2 < count) return null
  const start = there[0]?.line ?? 0
  const end = there.at(-1)?.line ?? 0
  if (end < start || end - start + 1 > count * mostStretch + mostStretch || !inOrder(there)) return null
  const isSame = there.length === count && end - start === last - first && there.every((one) => one.isSame)
  return { first: start, last: end, isSame }
}

function inOrder(found: readonly Found[]): boolean {
  return found.every((one, at) => at === 0 || one.line > (found[at - 1]?.line ?? 0))
}
