import { Icon } from './icon.tsx'

export type PageInfo = {
  page: number
  perPage: number
  total: number
  /** There are more, and how many is being counted. */
  isAtLeast?: boolean | undefined
  /** The list's own path, and the filters that every page link keeps. */
  path: string
  query?: Readonly<Record<string, string>> | undefined
}

/** What an address says of the page of a list. */
export function pageSearch(page: number): string {
  return page === 1 ? '' : `?page=${page}`
}

export function Pagination({ info, noun }: { info: PageInfo; noun: string }) {
  const last = Math.max(1, Math.ceil(info.total / info.perPage))
  // All on one page: the list speaks for itself.
  if (last === 1 && info.page === 1) return null
  const from = (info.page - 1) * info.perPage + 1
  const to = Math.min(info.total, info.page * info.perPage)
  const all = info.isAtLeast === true ? `more than ${count(info.total - 1)}` : count(info.total)
  // No dash: as the one letter of a page that needs two bytes in memory it would double the page.
  const range = from > info.total ? `nothing on this page, ${all}` : `${count(from)} to ${count(to)} of ${all}`
  return (
    <nav class="pagination" aria-label={`Pages of ${noun}`}>
      <p class="pagination-range">
        {range} {noun}
      </p>
      <div class="pagination-links">
        <Step info={info} page={Math.min(info.page - 1, last)} enabled={info.page > 1} label="Previous" />
        <span class="pagination-here" aria-current="page">
          Page {info.page}
          {info.isAtLeast === true ? '' : ` of ${last}`}
        </span>
        <Step info={info} page={info.page + 1} enabled={info.page < last} label="Next" />
      </div>
    </nav>
  )
}

type StepProps = { info: PageInfo; page: number; enabled: boolean; label: 'Previous' | 'Next' }

function Step({ info, page, enabled, label }: StepProps) {
  const content = (
    <>
      {label === 'Previous' && <Icon name="chevron-left" />}
      <span>{label}</span>
      {label === 'Next' && <Icon name="chevron-right" />}
    </>
  )
  if (!enabled) return <span class="button button-default button-small button-off">{content}</span>
  return (
    <a class="button button-default button-small" href={pageHref(info, page)} rel={label === 'Next' ? 'next' : 'prev'}>
      {content}
    </a>
  )
}

export function pageHref({ path, query = {} }: Pick<PageInfo, 'path' | 'query'>, page: number): string {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  if (page > 1) parameters.set('page', String(page))
  const search = parameters.toString()
  return search === '' ? path : `${path}?${search}`
}

function count(value: number): string {
  return value.toLocaleString('en')
}
