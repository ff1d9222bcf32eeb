import type { Api } from './ask-api.ts'
import type { Fields } from './fields.ts'
import type { Forge, Outline } from './forge.ts'
import { authorOf, readCommentThere, readLabelThere, readThreadThere, remarkOn } from './github.ts'
import { milestoneOf, releaseOf } from './read-things.ts'
import { Talk } from './talk.ts'
import type { CommentThere, ThreadThere } from './tracker.ts'

/** Gitea and Forgejo: they speak as GitHub does, with words of their own here and there. */
export function gitea(
  url: URL,
  { folder, project }: { readonly folder: string; readonly project: string },
  token: string,
): Forge {
  const base = new URL(url.origin)
  base.pathname = `${folder}/api/v1/repos/${project}`
  const web = `${url.origin}${folder}/${project}`
  const addressOfPath = (path: string): string => `${url.origin}${path}`
  const releases = { url: `${web}/releases`, addressOfPath }
  return {
    name: 'Gitea or Forgejo',
    base,
    headers: token === '' ? {} : { authorization: `token ${token}` },
    sizeWord: 'limit',
    most: 50,
    lists: {
      labels: { path: '/labels' },
      milestones: { path: '/milestones', query: { state: 'all' } },
      issues: { path: '/issues', query: { state: 'all', type: 'issues' } },
      pulls: { path: '/pulls', query: { state: 'all', sort: 'oldest' } },
      comments: { path: '/issues/comments' },
      remarks: null,
      releases: { path: '/releases' },
    },
    look,
    offers,
    addressOf: (kind, number) => `${web}/${kind === 'issue' ? 'issues' : 'pulls'}/${number}`,
    addressOfPath,
    readLabel: readLabelThere,
    readMilestone: (fields, now) => milestoneOf(fields, 'due_on', now),
    readThread: (fields, kind, now) => readThreadThere(fields, kind, now),
    readComment: (fields, now) => readCommentThere(fields, now),
    readRelease: (fields, now) => releaseOf(fields, { body: 'body', published: 'published_at', page: releases }, now),
    talkOf: readReviews,
  }
}

function offers(about: Fields, list: keyof Forge['lists']): boolean {
  const [hasIssues, hasPulls] = [!about.denies('has_issues'), !about.denies('has_pull_requests')]
  if (list === 'releases') return false
  return list === 'issues' ? hasIssues : list === 'pulls' ? hasPulls : hasIssues || hasPulls
}

async function look(api: Api): Promise<Outline> {
  const about = await api.one('')
  if (!offers(about, 'comments')) return { lastIssue: 0, lastPull: 0, total: 0 }
  // The newest comes first. One list has both where nobody says which.
  const newest = await api.list({ path: '/issues', query: { state: 'all' } }, 1)
  return { lastIssue: newest.items[0]?.number('number') ?? 0, lastPull: 0, total: newest.total }
}

const most = 50
/** Of one pull request. */
const mostReviews = 200

/** What was said in reviews is in no list of comments. */
async function readReviews(api: Api, { kind, number }: ThreadThere, now: number): Promise<readonly CommentThere[]> {
  if (kind === 'issue') return []
  const talk = new Talk()
  let reviews = 0
  for await (const review of api.whole({ path: `/pulls/${number}/reviews` }, most)) {
    if (talk.isFull || ++reviews > mostReviews) break
    const [author, createdAt] = [authorOf(review), review.time('submitted_at', now) ?? now]
    const body = review.text('body')
    if (body.trim() !== '') talk.add({ number, author, body, createdAt })
    const id = review.number('id')
    if (id === null || review.count('comments_count') === 0) continue
    for await (const remark of api.whole({ path: `/pulls/${number}/reviews/${id}/comments` }, most)) {
      const at = remark.time('created_at', now) ?? createdAt
      talk.add({ number, author: authorOf(remark), body: `${remarkOn(remark)}${remark.text('body')}`, createdAt: at })
      if (talk.isFull) break
    }
  }
  return talk.comments
}
