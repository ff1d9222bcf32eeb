import type { Page } from '../../../core/page.ts'
import { type PageInfo, pageHref } from '../components/pagination.tsx'

/** For the links under a list. */
export function pageInfo(page: Page<unknown>, path: string, query: Readonly<Record<string, string>> = {}): PageInfo {
  const { page: number, perPage, total, isAtLeast = false } = page
  return { page: number, perPage, total, isAtLeast, path, query }
}

/** A list has grown shorter since a link was made: the last page that there is now. Null where all is well. */
export function backFromPastEnd(
  page: Page<unknown>,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string | null {
  const last = Math.max(1, Math.ceil(page.total / page.perPage))
  return page.page <= last ? null : pageHref(pageInfo(page, path, query), last)
}
