import type { ThreadFilter, ThreadSort } from '../../features/threads/thread-filter.ts'

/** What stands in the box above a list of issues: `is:open label:"help wanted" assignee:me sort:updated words`. */
export interface IssueQuery {
  readonly state: 'open' | 'closed' | 'all'
  readonly labels: readonly string[]
  /** `me` is the reader, `none` nobody. */
  readonly assignee: string | null
  readonly author: string | null
  readonly milestone: string | null
  readonly sort: ThreadSort
  readonly direction: 'asc' | 'desc'
  readonly text: string
}

export const plainQuery: IssueQuery = {
  state: 'open',
  labels: [],
  assignee: null,
  author: null,
  milestone: null,
  sort: 'created',
  direction: 'desc',
  text: '',
}

const mostLabels = 20
const longest = 1000
const sorts: readonly ThreadSort[] = ['created', 'updated', 'comments']

/** Whatever is not understood is a word to search for. */
export function parseIssueQuery(text: string): IssueQuery {
  let query = plainQuery
  const words: string[] = []
  for (const [token, name, inQuotes, plain] of text.slice(0, longest).matchAll(/([a-z]+):(?:"([^"]*)"|(\S*))|\S+/g)) {
    // A quotation mark that was opened and never closed is not part of a name.
    const value = (inQuotes ?? plain ?? '').replaceAll('"', '').trim()
    const next = name === undefined || value === '' ? null : read(query, name, value)
    if (next === null) words.push(token)
    else query = next
  }
  return { ...query, text: words.join(' ') }
}

function read(query: IssueQuery, name: string, value: string): IssueQuery | null {
  switch (name) {
    case 'is':
    case 'state':
      return value === 'open' || value === 'closed' || value === 'all' ? { ...query, state: value } : null
    case 'label':
      return { ...query, labels: [...new Set([...query.labels, value])].slice(0, mostLabels) }
    case 'assignee':
      return { ...query, assignee: value }
    case 'author':
      return { ...query, author: value }
    case 'milestone':
      return { ...query, milestone: value }
    case 'sort':
      return readSort(query, value)
    default:
      return null
  }
}

function readSort(query: IssueQuery, value: string): IssueQuery | null {
  const [name, direction = 'desc'] = value.split('-')
  const sort = sorts.find((one) => one === name)
  if (sort === undefined || (direction !== 'asc' && direction !== 'desc')) return null
  return { ...query, sort, direction }
}

/** The same in words again: what chips write into the box. */
export function writeIssueQuery(query: IssueQuery): string {
  const order = query.direction === 'asc' ? `${query.sort}-asc` : query.sort
  return [
    `is:${query.state}`,
    ...query.labels.map((label) => `label:${quoted(label)}`),
    ...(query.assignee === null ? [] : [`assignee:${quoted(query.assignee)}`]),
    ...(query.author === null ? [] : [`author:${quoted(query.author)}`]),
    ...(query.milestone === null ? [] : [`milestone:${quoted(query.milestone)}`]),
    ...(order === 'created' ? [] : [`sort:${order}`]),
    ...(query.text === '' ? [] : [query.text]),
  ].join(' ')
}

function quoted(value: string): string {
  return /[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value
}

function person(name: string | null): string | undefined {
  return name === 'me' ? '@me' : (name ?? undefined)
}

export function filterOf(query: IssueQuery): ThreadFilter {
  return {
    state: query.state,
    labels: query.labels,
    assignee: person(query.assignee),
    author: person(query.author),
    milestone: query.milestone ?? undefined,
    q: query.text,
    sort: query.sort,
    direction: query.direction,
  }
}

/** The address of a list. */
export function issuesUrl(base: string, query: IssueQuery): string {
  const text = writeIssueQuery(query)
  return text === 'is:open' ? `${base}/issues` : `${base}/issues?q=${encodeURIComponent(text)}`
}
