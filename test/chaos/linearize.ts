// Whether what clients saw of one ref could have happened one after the other, each between its question and its answer
// (Wing and Gong's search, with Lowe's memory of what was tried).

/** What somebody did to a ref, and when. `null` as a value: there is no such ref. */
export type Operation = {
  readonly asked: number
  /** Infinity where no answer came: it may have happened at any time since, or never. */
  readonly answered: number
} & (
  | { readonly kind: 'read'; readonly saw: string | null }
  /** Moves the ref from one value to the other, or fails and changes nothing. */
  | { readonly kind: 'move'; readonly from: string | null; readonly to: string | null; readonly outcome: Moved }
)

export type Moved = 'moved' | 'stayed' | 'unknown'

/** Null when there is such an order, else the first operations that no order explains. */
export function findContradiction(history: readonly Operation[], begin: string | null): readonly Operation[] | null {
  const operations = history
    .filter((one) => !(one.kind === 'move' && one.outcome === 'stayed'))
    .toSorted((a, b) => a.asked - b.asked)
  const tried = new Set<string>()
  let furthest = 0
  const search = (left: readonly number[], value: string | null): boolean => {
    if (left.every((index) => isOptional(operations[index]))) return true
    const key = `${value}|${left.join(',')}`
    if (tried.has(key)) return false
    tried.add(key)
    furthest = Math.max(furthest, operations.length - left.length)
    // Whatever comes next was asked for before the first of the others was answered.
    const deadline = Math.min(...left.map((index) => operations[index]?.answered ?? 0))
    for (const index of left) {
      const one = operations[index]
      if (one === undefined || one.asked > deadline) break
      const next = apply(one, value)
      if (next === undefined) continue
      const rest = left.filter((other) => other !== index)
      if (search(rest, next)) return true
    }
    return false
  }
  const all = operations.map((_, index) => index)
  return search(all, begin) ? null : operations.slice(Math.max(0, furthest - 3), furthest + 4)
}

function isOptional(operation: Operation | undefined): boolean {
  return operation?.kind === 'move' && operation.outcome === 'unknown'
}

/** The value afterwards; undefined when it could not have gone like this. */
function apply(operation: Operation, value: string | null): string | null | undefined {
  if (operation.kind === 'read') return operation.saw === value ? value : undefined
  return operation.from === value ? operation.to : undefined
}
