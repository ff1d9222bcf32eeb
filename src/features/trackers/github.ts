import type { Api } from './ask-api.ts'
import { Fields, numberAtEnd } from './fields.ts'
import type { Forge, Outline } from './forge.ts'
import { labelOf, milestoneOf, personOf, placeInWords, releaseOf, timesOf, titleOf } from './read-things.ts'
import { Talk } from './talk.ts'
import type { CommentThere, LabelThere, PullThere, ThreadThere } from './tracker.ts'

const most = 100
const oldestFirst = { sort: 'created', direction: 'asc' }
const newestFirst = { state: 'all', sort: 'created', direction: 'desc' }

/** GitHub, or one of its enterprise servers. */
export function github(url: URL, project: string, token: string): Forge {
  const isPublic = /^(?:www\.)?github\.com$/i.test(url.hostname)
  const base = new URL(isPublic ? 'https://api.github.com' : url.origin)
  base.pathname = `${isPublic ? '' : '/api/v3'}/repos/${project}`
  const web = `${url.origin}/${project}`
  const addressOfPath = (path: string): string => `${url.origin}${path}`
  const releases = { url: `${web}/releases`, addressOfPath }
  return {
    name: 'GitHub',
    base,
    headers: {
      accept: 'application/vnd.github+json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    sizeWord: 'per_page',
    most,
    lists: {
      labels: { path: '/labels' },
      milestones: { path: '/milestones', query: { state: 'all', ...oldestFirst } },
      issues: { path: '/issues', query: { state: 'all', ...oldestFirst } },
      pulls: { path: '/pulls', query: { state: 'all', ...oldestFirst } },
      comments: { path: '/issues/comments', query: oldestFirst },
      remarks: { path: '/pulls/comments', query: oldestFirst },
      releases: { path: '/releases' },
    },
    look,
    offers: (about, list) =>
      list === 'pulls' || list === 'remarks' || (list !== 'releases' && !about.denies('has_issues')),
    addressOf: (kind, number) => `${web}/${kind === 'issue' ? 'issues' : 'pull'}/${number}`,
    addressOfPath,
    readLabel: readLabelThere,
    readMilestone: (fields, now) => milestoneOf(fields, 'due_on', now),
    readThread: (fields, kind, now) => readThreadThere(fields, kind, now),
    readComment: (fields, now) => readCommentThere(fields, now),
    readRelease: (fields, now) => releaseOf(fields, { body: 'body', published: 'published_at', page: releases }, now),
    // A question for each pull request: without a token there are sixty in an hour.
    talkOf: (api, thread, now) => (token === '' ? Promise.resolve([]) : readReviews(api, thread, now)),
  }
}

/** What somebody said of the whole in a review; the rest of it is among the remarks. */
async function readReviews(api: Api, { kind, number }: ThreadThere, now: number): Promise<readonly CommentThere[]> {
  if (kind === 'issue') return []
  const talk = new Talk()
  for await (const review of api.whole({ path: `/pulls/${number}/reviews` }, most)) {
    const body = review.text('body')
    if (body.trim() !== '')
      talk.add({ number, author: authorOf(review), body, createdAt: review.time('submitted_at', now) ?? now })
    if (talk.isFull) break
  }
  return talk.comments
}

/** Issues and pull requests are counted together. Where issues are switched off, there may be pull requests. */
async function look(api: Api): Promise<Outline> {
  const about = await api.one('')
  const path = about.denies('has_issues') ? '/pulls' : '/issues'
  const newest = await api.list({ path, query: newestFirst }, 1)
  const last = newest.items[0]?.number('number') ?? 0
  // One on a page: there are as many as pages. A list that goes on by a cursor does not say how many it has.
  const total = newest.lastPage ?? (newest.next?.after === undefined ? newest.items.length : null)
  return { lastIssue: last, lastPull: 0, total }
}

export function readLabelThere(fields: Fields): LabelThere | null {
  return labelOf(fields.text('name'), fields.text('color'), fields.text('description'))
}

/** What GitHub and Gitea say alike. */
export function readThreadThere(fields: Fields, kind: 'issue' | 'pull', now: number): ThreadThere | null {
  const number = fields.number('number')
  // A list of issues has the pull requests as well.
  if (number === null || (kind === 'issue' && fields.has('pull_request'))) return null
  const isClosed = fields.text('state') === 'closed'
  return {
    number,
    kind,
    title: titleOf(fields.text('title')),
    body: fields.text('body'),
    author: authorOf(fields),
    isClosed,
    isLocked: fields.flag('locked') || fields.flag('is_locked'),
    ...timesOf(fields, isClosed, now),
    labels: fields.list('labels').flatMap((label) => readLabelThere(new Fields(label)) ?? []),
    milestone: milestoneOf(fields.of('milestone'), 'due_on', now),
    hasTalk: fields.count('comments') !== 0,
    pull: kind === 'pull' ? readPullThere(fields, now) : null,
  }
}

function readPullThere(fields: Fields, now: number): PullThere {
  const [head, base] = [fields.of('head'), fields.of('base')]
  const mergedAt = fields.time('merged_at', now)
  const [from, to] = [head.of('repo').text('full_name'), base.of('repo').text('full_name')]
  return {
    sourceBranch: head.text('ref'),
    targetBranch: base.text('ref'),
    headSha: head.text('sha'),
    baseSha: base.text('sha'),
    mergedAt,
    mergeSha: mergedAt === null ? null : fields.text('merge_commit_sha'),
    isDraft: fields.flag('draft'),
    isOwn: from !== '' && from === to,
  }
}

/** What came to Gitea from elsewhere has its author's name in a field of its own. */
export function authorOf(fields: Fields): string | null {
  return personOf(fields.text('original_author') || fields.of('user').text('login'))
}

/** Of an issue or a pull request, or of lines of the latter. */
export function readCommentThere(fields: Fields, now: number): CommentThere | null {
  const about = [fields.text('issue_url'), fields.text('pull_request_url')].find((address) => address !== '')
  const number = numberAtEnd(about ?? '')
  if (number === null) return null
  const createdAt = fields.time('created_at', now) ?? now
  return { number, author: authorOf(fields), body: `${remarkOn(fields)}${fields.text('body')}`, createdAt }
}

/** A comment on lines is a comment like any other here, which says where it stands. */
export function remarkOn(fields: Fields): string {
  const lines = ['line', 'original_line', 'position', 'original_position'].flatMap((name) => fields.number(name) ?? [])
  return placeInWords(fields.text('path'), lines[0] ?? null)
}
