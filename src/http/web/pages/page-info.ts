import type { Page } from '../../../core/page.ts'
import type { PageInfo } from '../components/pagination.tsx'

/** For the links under a list. */
export function pageInfo(page: Page<unknown>, path: string, query: Readonly<Record<string, string>> = {}): PageInfo {
  return { page: page.page, perPage: page.perPage, total: page.total, path, query }
}

export function iso(time: number): string {
  return new Date(time).toISOString()
}

export function maybeIso(time: number | null): string | null {
  return time === null ? null : iso(time)
}
