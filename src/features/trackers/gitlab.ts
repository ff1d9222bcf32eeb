import type { Api, Spot } from './ask-api.ts'
import { Fields } from './fields.ts'
import type { Forge, Outline } from './forge.ts'
import { labelOf, milestoneOf, personOf, placeInWords, releaseOf, timesOf, titleOf } from './read-things.ts'
import { Talk } from './talk.ts'
import type { CommentThere, PullThere, ThreadThere } from './tracker.ts'

const oldestFirst = { order_by: 'created_at', sort: 'asc' }
const newestFirst = { order_by: 'created_at', sort: 'desc' }
const most = 50

/** GitLab counts issues and merge requests apart, and tells what was said for each by itself. */
export function gitlab(
  url: URL,
  { folder, parts }: { readonly folder: string; readonly parts: readonly string[] },
  token: string,
): Forge {
  const base = new URL(url.origin)
  // As one part of the path, whatever was written there.
  base.pathname = `${folder}/api/v4/projects/${parts.join('%2F')}`
  const web = `${url.origin}${folder}/${parts.join('/')}`
  // Files that somebody added to a text lie below the project.
  const addressOfPath = (path: string): string => `${path.startsWith('/uploads/') ? web : url.origin}${path}`
  const releases = { url: `${web}/-/releases`, addressOfPath }
  return {
    name: 'GitLab',
    base,
    headers: token === '' ? {} : { 'private-token': token },
    sizeWord: 'per_page',
    most,
    lists: {
      labels: { path: '/labels' },
      milestones: { path: '/milestones' },
      issues: { path: '/issues', query: { scope: 'all', with_labels_details: 'true', ...oldestFirst } },
      pulls: { path: '/merge_requests', query: { scope: 'all', with_labels_details: 'true', ...oldestFirst } },
      comments: null,
      remarks: null,
      releases: { path: '/releases' },
    },
    look,
    offers,
    addressOf: (kind, number) => `${web}/-/${kind === 'issue' ? 'issues' : 'merge_requests'}/${number}`,
    readLabel: (fields) => labelOf(fields.text('name'), fields.text('color'), fields.text('description')),
    readMilestone: (fields, now) => milestoneOf(fields, 'due_date', now),
    addressOfPath,
    readThread,
    readComment: readNote,
    readRelease: (fields, now) =>
      releaseOf(fields, { body: 'description', published: 'released_at', page: releases }, now),
    talkOf: readNotes,
  }
}

function offers(about: Fields, list: keyof Forge['lists']): boolean {
  if (list === 'releases') return false
  const what = list === 'pulls' ? 'merge_requests' : list === 'issues' ? 'issues' : null
  return what === null || !(about.denies(`${what}_enabled`) || about.text(`${what}_access_level`) === 'disabled')
}

async function look(api: Api): Promise<Outline> {
  const about = await api.one('')
  const newest = async (path: string, query: Readonly<Record<string, string>>) => {
    const { items, total } = await api.list({ path, query: { ...query, ...newestFirst } }, 1)
    return { last: items[0]?.number('iid') ?? 0, total }
  }
  const nothing = { last: 0, total: 0 }
  // All of them: the number of one that stays there must not be given to another.
  const issues = offers(about, 'issues') ? await newest('/issues', { scope: 'all' }) : nothing
  const pulls = offers(about, 'pulls') ? await newest('/merge_requests', { scope: 'all' }) : nothing
  const total = issues.total === null || pulls.total === null ? null : issues.total + pulls.total
  return { lastIssue: issues.last, lastPull: pulls.last, total }
}

function readThread(fields: Fields, kind: 'issue' | 'pull', now: number): ThreadThere | 'secret' | null {
  const number = fields.number('iid')
  if (number === null) return null
  // What is not for everybody there must not become so by coming here.
  if (fields.flag('confidential')) return 'secret'
  const state = fields.text('state')
  const isClosed = state === 'closed' || state === 'merged' || state === 'locked'
  return {
    number,
    kind,
    title: titleOf(fields.text('title')),
    body: fields.text('description'),
    author: personOf(fields.of('author').text('username')),
    isClosed,
    isLocked: fields.flag('discussion_locked'),
    ...timesOf(fields, isClosed, now),
    labels: fields.list('labels').flatMap((label) => readLabelOf(label) ?? []),
    milestone: milestoneOf(fields.of('milestone'), 'due_date', now),
    hasTalk: fields.count('user_notes_count') !== 0,
    pull: kind === 'pull' ? readPull(fields, now) : null,
  }
}

/** Old servers give the names alone. */
function readLabelOf(label: unknown) {
  if (typeof label === 'string') return labelOf(label, '', '')
  const fields = new Fields(label)
  return labelOf(fields.text('name'), fields.text('color'), fields.text('description'))
}

function readPull(fields: Fields, now: number): PullThere {
  const isMerged = fields.text('state') === 'merged'
  const refs = fields.of('diff_refs')
  return {
    sourceBranch: fields.text('source_branch'),
    targetBranch: fields.text('target_branch'),
    headSha: fields.text('sha') || refs.text('head_sha'),
    baseSha: refs.text('start_sha') || refs.text('base_sha'),
    mergedAt: isMerged ? (fields.time('merged_at', now) ?? fields.time('updated_at', now) ?? now) : null,
    mergeSha: isMerged ? fields.text('merge_commit_sha') || fields.text('squash_commit_sha') : null,
    isDraft: fields.flag('draft') || fields.flag('work_in_progress'),
    isOwn: fields.has('source_project_id') && fields.count('source_project_id') === fields.count('target_project_id'),
  }
}

/** What the server notes by itself ("changed the description") is left out, and so is what is not for everybody. */
function readNote(fields: Fields, now: number): CommentThere | null {
  if (fields.flag('system') || fields.flag('confidential') || fields.flag('internal')) return null
  const position = fields.of('position')
  const path = position.text('new_path') || position.text('old_path')
  const remark = placeInWords(path, position.number('new_line') ?? position.number('old_line'))
  const createdAt = fields.time('created_at', now) ?? now
  const author = personOf(fields.of('author').text('username'))
  return { number: null, author, body: `${remark}${fields.text('body')}`, createdAt }
}

/** Of what the server notes by itself there may be much in between. */
const mostPages = 200

async function readNotes(api: Api, thread: ThreadThere, now: number): Promise<readonly CommentThere[]> {
  if (!thread.hasTalk) return []
  const path = `/${thread.kind === 'issue' ? 'issues' : 'merge_requests'}/${thread.number}/notes`
  const talk = new Talk()
  let spot: Spot | null = { page: 1 }
  for (let pages = 0; spot !== null && pages < mostPages && !talk.isFull; pages++) {
    const { items, next } = await api.list({ path, query: oldestFirst }, most, spot)
    for (const item of items) {
      const note = item === null ? null : readNote(item, now)
      if (note !== null) talk.add(note)
    }
    spot = next
  }
  return talk.comments
}
