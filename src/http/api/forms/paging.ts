import { type FaultDetail, invalid } from '../../../core/errors.ts'
import { maxPerPage, type Page, type PageRequest } from '../../../core/page.ts'
import type { Form } from './form.ts'

const defaults: Record<Form, number> = { A: 20, B: 30 }
/** The form's own name first; either is understood. */
const sizeNames: Record<Form, readonly [string, string]> = { A: ['limit', 'per_page'], B: ['per_page', 'limit'] }
export const lastPage = 2 ** 31 - 1
const longestLinked = 2000

export function readPage(
  form: Form,
  query: Readonly<Record<string, unknown>>,
  usual: number = defaults[form],
): PageRequest {
  const [own, other] = sizeNames[form]
  const sizeName = query[own] === undefined && query[other] !== undefined ? other : own
  const wrong: FaultDetail[] = []
  const page = readCount(query['page'], 'page', 1, wrong)
  const perPage = readCount(query[sizeName], sizeName, usual, wrong)
  if (page > lastPage) wrong.unshift(outOfRange('page'))
  if (wrong.length > 0) throw invalid(wrong)
  return { page, perPage: Math.min(perPage, maxPerPage) }
}

function readCount(text: unknown, field: string, fallback: number, wrong: FaultDetail[]): number {
  if (text === undefined) return fallback
  const value = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : 0
  if (value >= 1) return value
  wrong.push(outOfRange(field))
  return fallback
}

function outOfRange(field: string): FaultDetail {
  return { field, code: 'range', message: `must be a whole number from 1 to ${lastPage}` }
}

/** Form A: a bare array. Form B: an envelope. Both send the counts as headers too, and links to the neighbours. */
export function presentPage(form: Form, page: Page<unknown>, items: readonly object[]): unknown {
  if (form === 'A') return items
  return { items, total: page.total, page: page.page, per_page: page.perPage }
}

export function pageHeaders(form: Form, page: Page<unknown>, url: URL): Readonly<Record<string, string>> {
  const last = Math.max(1, Math.ceil(page.total / page.perPage))
  const link = (to: number, rel: string): string => {
    const target = new URL(url)
    target.searchParams.set('page', String(to))
    for (const name of sizeNames[form]) target.searchParams.delete(name)
    target.searchParams.set(sizeNames[form][0], String(page.perPage))
    return `<${target.href}>; rel="${rel}"`
  }
  const links = [link(1, 'first'), link(last, 'last')]
  if (page.page > 1) links.push(link(Math.min(page.page - 1, last), 'prev'))
  if (page.page < last) links.push(link(page.page + 1, 'next'))
  return {
    'x-total-count': String(page.total),
    'x-page': String(page.page),
    'x-per-page': String(page.perPage),
    // A query repeated four times can outgrow what clients take as a header.
    ...(url.href.length > longestLinked ? {} : { link: links.join(', ') }),
  }
}
