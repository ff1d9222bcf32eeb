import type { PullFilter, PullStand } from '../../features/pulls/list-pulls.ts'
import type { FilterNames } from '../../features/threads/find-unknown-names.ts'
import type { Reason } from '../../features/threads/list-my-threads.ts'
import { type Exclusion, exclusionKinds, type ThreadSort } from '../../features/threads/thread-filter.ts'

export type ThreadKind = 'issue' | 'pull'

/** What stands in the box above a list: `is:open label:"help wanted" assignee:me sort:updated words`. */
export interface ThreadQuery {
  readonly state: 'open' | 'closed' | 'merged' | 'all'
  readonly labels: readonly string[]
  /** `me` is the reader, `none` nobody. */
  readonly assignee: string | null
  readonly author: string | null
  readonly mentions: string | null
  readonly milestone: string | null
  /** Those that have no label. */
  readonly isBare: boolean
  /** `-label:later`: those that have it are left out. */
  readonly without: readonly Exclusion[]
  /** The rest is about pull requests alone. */
  readonly reviewer: string | null
  readonly review: PullStand['review'] | null
  readonly status: PullStand['status'] | null
  readonly isDraft: boolean | null
  readonly target: string | null
  readonly source: string | null
  readonly sort: ThreadSort
  readonly direction: 'asc' | 'desc'
  readonly text: string
}

export const plainQuery: ThreadQuery = {
  state: 'open',
  labels: [],
  assignee: null,
  author: null,
  mentions: null,
  milestone: null,
  isBare: false,
  without: [],
  reviewer: null,
  review: null,
  status: null,
  isDraft: null,
  target: null,
  source: null,
  sort: 'created',
  direction: 'desc',
  text: '',
}

const mostLabels = 20
const longest = 1000
const sorts: readonly ThreadSort[] = ['created', 'updated', 'comments']
const reviews = ['required', 'approved', 'changes_requested'] as const
const statuses = ['success', 'failure', 'pending'] as const

/** `name:value`, `name:"a value"`, `-name:value`, or a word. */
const parts = /(-?)([a-z]+):(?:"([^"]*)"|(\S*))|\S+/g

/** Whatever is not understood is a word to search for. */
export function parseThreadQuery(text: string, kind: ThreadKind): ThreadQuery {
  let query = plainQuery
  const words: string[] = []
  for (const [token, not, name, inQuotes, plain] of text.slice(0, longest).matchAll(parts)) {
    // A quotation mark that was opened and never closed is not part of a name.
    const value = (inQuotes ?? plain ?? '').replaceAll('"', '').trim()
    const readPart = not === '-' ? readWithout : read
    const next = name === undefined || value === '' ? null : readPart(query, kind, name, value)
    if (next === null) words.push(token)
    else query = next
  }
  return { ...query, text: words.join(' ') }
}

function read(query: ThreadQuery, kind: ThreadKind, name: string, value: string): ThreadQuery | null {
  const person = value.replace(/^@/, '')
  if (person === '') return null
  switch (name) {
    case 'is':
    case 'state':
      return readState(query, kind, value)
    case 'label':
      return { ...query, labels: [...new Set([...query.labels, value])].slice(0, mostLabels), isBare: false }
    case 'assignee':
      return { ...query, assignee: person }
    case 'author':
      return { ...query, author: person }
    case 'mentions':
      return { ...query, mentions: person }
    case 'milestone':
      return { ...query, milestone: value }
    case 'no':
      return readNo(query, value)
    case 'sort':
      return readSort(query, value)
    default:
      return kind === 'pull' ? readOfPull(query, name, value) : null
  }
}

function readWithout(query: ThreadQuery, _kind: ThreadKind, name: string, value: string): ThreadQuery | null {
  const by = exclusionKinds.find((one) => one === name)
  if (by === undefined) return null
  const named = isPerson(by) ? value.replace(/^@/, '') : value
  if (named === '') return null
  const others = query.without.filter((one) => one.by !== by || one.name !== named)
  return { ...query, without: [...others, { by, name: named }].slice(0, mostLabels) }
}

function readState(query: ThreadQuery, kind: ThreadKind, value: string): ThreadQuery | null {
  if (value === 'open' || value === 'closed' || value === 'all') return { ...query, state: value }
  if (kind === 'issue') return null
  if (value === 'merged') return { ...query, state: value }
  return value === 'draft' ? { ...query, isDraft: true } : null
}

function readNo(query: ThreadQuery, value: string): ThreadQuery | null {
  if (value === 'label') return { ...query, labels: [], isBare: true }
  if (value === 'assignee') return { ...query, assignee: 'none' }
  return value === 'milestone' ? { ...query, milestone: 'none' } : null
}

function readOfPull(query: ThreadQuery, name: string, value: string): ThreadQuery | null {
  switch (name) {
    case 'reviewer':
      return { ...query, reviewer: value.replace(/^@/, '') }
    case 'review': {
      const review = reviews.find((one) => one === value)
      return review === undefined ? null : { ...query, review }
    }
    case 'status': {
      const status = statuses.find((one) => one === value)
      return status === undefined ? null : { ...query, status }
    }
    case 'draft':
      return value === 'true' || value === 'false' ? { ...query, isDraft: value === 'true' } : null
    case 'base':
      return { ...query, target: value }
    case 'head':
      return { ...query, source: value }
    default:
      return null
  }
}

function readSort(query: ThreadQuery, value: string): ThreadQuery | null {
  const [name, direction = 'desc'] = value.split('-')
  const sort = sorts.find((one) => one === name)
  if (sort === undefined || (direction !== 'asc' && direction !== 'desc')) return null
  return { ...query, sort, direction }
}

export interface Misread {
  readonly word: string
  /** What could be said in its place. */
  readonly instead: readonly string[]
}

/** Of the words that are searched for, those that were meant as filters: `sort:foo`. */
export function misreadIn({ text }: ThreadQuery, kind: ThreadKind): readonly Misread[] {
  return Array.from(text.matchAll(/(?<!\S)(-?)([a-z]+):(\S+)/g)).flatMap(([said, not, name = '']) => {
    const values = valuesOf(name, kind)
    if (not === '-') return values === null ? [] : [{ word: said, instead: exclusionKinds.map((one) => `-${one}:…`) }]
    return values === null ? [] : [{ word: said, instead: values.map((value) => `${name}:${value}`) }]
  })
}

/** What a filter takes; null where that is anything, or there is no such filter. */
function valuesOf(name: string, kind: ThreadKind): readonly string[] | null {
  if (name === 'is' || name === 'state')
    return kind === 'pull' ? ['open', 'closed', 'merged', 'all', 'draft'] : ['open', 'closed', 'all']
  if (name === 'no') return ['label', 'assignee', 'milestone']
  if (name === 'sort') return sorts
  if (kind === 'issue') return null
  if (name === 'review') return reviews
  if (name === 'status') return statuses
  return name === 'draft' ? ['true', 'false'] : null
}

/** Whom and what a query names, but for the reader and for nobody. */
export function namesIn(query: ThreadQuery): FilterNames {
  const people = [query.author, query.assignee, query.mentions, query.reviewer].filter((name) => name !== null)
  return {
    labels: query.labels,
    milestones: query.milestone === null || query.milestone === 'none' ? [] : [query.milestone],
    people: [...new Set(people.filter((name) => name !== 'me' && name !== 'none'))],
  }
}

/** The same in words again: what chips write into the box. */
export function writeThreadQuery(query: ThreadQuery): string {
  const order = query.direction === 'asc' ? `${query.sort}-asc` : query.sort
  return [
    `is:${query.state}`,
    ...(query.isBare ? ['no:label'] : query.labels.map((label) => `label:${quoted(label)}`)),
    ...word('assignee', query.assignee),
    ...word('author', query.author),
    ...word('mentions', query.mentions),
    ...word('milestone', query.milestone),
    ...query.without.map(({ by, name }) => `-${by}:${quoted(name)}`),
    ...word('reviewer', query.reviewer),
    ...word('review', query.review),
    ...word('status', query.status),
    ...word('draft', query.isDraft === null ? null : String(query.isDraft)),
    ...word('base', query.target),
    ...word('head', query.source),
    ...(order === 'created' ? [] : [`sort:${order}`]),
    ...(query.text === '' ? [] : [query.text]),
  ].join(' ')
}

/** Nobody and nothing are said by `no:`. */
function word(name: string, value: string | null): readonly string[] {
  if (value === null) return []
  return value === 'none' ? [`no:${name}`] : [`${name}:${quoted(value)}`]
}

function quoted(value: string): string {
  return /[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value
}

function personOf(name: string | null): string | undefined {
  return name === 'me' ? '@me' : (name ?? undefined)
}

function isPerson(by: Exclusion['by']): boolean {
  return by === 'author' || by === 'assignee'
}

export function filterOf(query: ThreadQuery): PullFilter {
  return {
    state: query.state,
    labels: query.labels,
    isBare: query.isBare,
    assignee: personOf(query.assignee),
    author: personOf(query.author),
    mentions: personOf(query.mentions),
    milestone: query.milestone ?? undefined,
    without: query.without.map(({ by, name }) => ({ by, name: isPerson(by) ? (personOf(name) ?? name) : name })),
    reviewer: personOf(query.reviewer),
    review: query.review ?? undefined,
    status: query.status ?? undefined,
    isDraft: query.isDraft ?? undefined,
    targetBranch: query.target ?? undefined,
    sourceBranch: query.source ?? undefined,
    q: query.text,
    sort: query.sort,
    direction: query.direction,
  }
}

export function isPlain(query: ThreadQuery): boolean {
  return writeThreadQuery(query) === writeThreadQuery(plainQuery)
}

/** The address of a list. */
export function threadsUrl(base: string, kind: ThreadKind, query: ThreadQuery): string {
  const at = `${base}/${kind}s`
  return isPlain(query) ? at : `${at}?q=${encodeURIComponent(writeThreadQuery(query))}`
}

/** What concerns the reader in all repositories; without anything said, what they opened and is open. */
export function myThreadsUrl(kind: ThreadKind, { reason, isOpen }: { reason: Reason; isOpen: boolean }): string {
  const asked = new URLSearchParams({
    ...(reason === 'created' ? {} : { by: reason }),
    ...(isOpen ? {} : { state: 'closed' }),
  }).toString()
  return `/${kind}s${asked === '' ? '' : `?${asked}`}`
}
