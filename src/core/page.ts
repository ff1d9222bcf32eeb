export interface PageRequest {
  readonly page: number
  readonly perPage: number
}

export interface Page<T> extends PageRequest {
  readonly items: readonly T[]
  readonly total: number
  /** There are more than `total` says, and how many is not known yet. */
  readonly isAtLeast?: boolean
}

export const maxPerPage = 100

export function offsetOf(request: PageRequest): number {
  return (request.page - 1) * request.perPage
}

export function emptyPage(request: PageRequest): Page<never> {
  return { ...request, items: [], total: 0 }
}

/** A page of what is in memory as a whole. */
export function pageOf<T>(items: readonly T[], request: PageRequest): Page<T> {
  const from = offsetOf(request)
  return { ...request, total: items.length, items: items.slice(from, from + request.perPage) }
}

export function mapPage<A, B>(page: Page<A>, change: (item: A) => B): Page<B> {
  return { ...page, items: page.items.map(change) }
}
