import type { App } from '../../app.ts'
import { escapePath } from '../../core/escape-path.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha } from '../../core/sha.ts'
import type { HookNote } from '../../outbox/hook-notes.ts'
import { findPipelineById } from '../pipelines/read-pipelines.ts'
import { refType, shortRef } from '../pipelines/short-ref.ts'
import type { ReviewState } from '../reviews/review.ts'
import { findUserById } from '../users/find-user.ts'
import type { DeliverySource } from './delivery-source.ts'
import { commitsOf, type PushNote } from './describe-push.ts'
import type { ThreadRecords } from './emit-of-thread.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'history' | 'objects'>
type PipelineNote = Extract<HookNote, { event: 'pipeline' }>

const commitsSaid = 5
const longestLine = 120
const longestQuote = 400

/**
 * For a room that people read: one sentence with links, in the marks of Slack's incoming webhooks, which the others read as
 * well. Null for what would only be noise there, such as edits and labels.
 */
export async function sayInChat(app: Needs, repo: Repo | null, source: DeliverySource): Promise<string | null> {
  if (source.event === 'ping' || repo === null) {
    return `Stithy will tell of ${repo === null ? app.config.BASE_URL : placeOf(app, repo)} here.`
  }
  switch (source.event) {
    case 'push':
      return sayPushed(app, repo, source)
    case 'create':
    case 'delete': {
      const verb = source.event === 'create' ? 'made' : 'deleted'
      return `${await nameOf(app, source.pusherId)} ${verb} the ${refType(source.ref)} ${plain(shortRef(source.ref))} in ${placeOf(app, repo)}`
    }
    case 'release': {
      const { action, records, senderId } = source
      if (action !== 'published' || records === undefined) return null
      const page = `releases/tag/${escapePath(records.tagName)}`
      return `${await nameOf(app, senderId)} published ${link(app, repo, page, records.name || records.tagName)} of ${placeOf(app, repo)}`
    }
    case 'pipeline':
      return source.action === 'finished' ? sayFinished(app, repo, source) : null
    default: {
      const verb = source.records === null ? null : verbOf(source.event, source.action, source.records)
      if (source.records === null || verb === null) return null
      const { kind, number, title } = 'issue' in source.records ? source.records.issue : source.records.pull
      const thread = link(app, repo, `${kind === 'issue' ? 'issues' : 'pulls'}/${number}`, `#${number} ${title}`)
      const said = `${await nameOf(app, source.senderId)} ${verb} ${thread} in ${placeOf(app, repo)}`
      return withQuote(said, quotedIn(source.records))
    }
  }
}

async function sayPushed(app: Needs, repo: Repo, note: PushNote): Promise<string | null> {
  // That it is gone, or new, is said by itself.
  if (note.after === noSha) return null
  const commits = await commitsOf(app, repo, note)
  if (commits.length === 0 && note.before === noSha) return null
  const name = shortRef(note.ref)
  const who = await nameOf(app, note.pusherId)
  if (commits.length === 0) {
    return `${who} moved the ${refType(note.ref)} ${plain(name)} of ${placeOf(app, repo)} to ${commitLink(app, repo, note.after)}`
  }
  const count = commits.length === 1 ? 'a commit' : `${commits.length} commits`
  const branch = link(app, repo, `commits/${escapePath(name)}`, name)
  const newest = commits.slice(-commitsSaid).map(({ sha, message }) => {
    const [title = ''] = message.split('\n')
    return `${commitLink(app, repo, sha)} ${plain(shortened(title, longestLine))}`
  })
  return [`${who} pushed ${count} to ${branch} of ${placeOf(app, repo)}`, ...newest].join('\n')
}

async function sayFinished(app: Needs, repo: Repo, note: PipelineNote): Promise<string | null> {
  const pipeline = await findPipelineById(app, repo, note.pipelineId)
  if (pipeline === null) return null
  const of = plain(shortRef(pipeline.ref))
  const page = link(app, repo, `ci/pipelines/${pipeline.uuid}`, `Pipeline #${pipeline.number}`)
  return `${page} of ${of} in ${placeOf(app, repo)}: ${note.status.replaceAll('_', ' ')}`
}

const verbs: Readonly<Record<string, string>> = {
  'issues opened': 'opened',
  'issues closed': 'closed',
  'issues reopened': 'reopened',
  'issues deleted': 'deleted',
  'pull_request opened': 'opened',
  'pull_request closed': 'closed',
  'pull_request reopened': 'reopened',
  'pull_request merged': 'merged',
  'pull_request ready_for_review': 'asks for reviews of',
  'issue_comment created': 'commented on',
}

const reviewed: Readonly<Record<ReviewState, string | null>> = {
  approved: 'approved',
  changes_requested: 'asked for changes in',
  commented: 'reviewed',
  pending: null,
}

function verbOf(event: string, action: string, records: ThreadRecords): string | null {
  if (event !== 'pull_request_review') return verbs[`${event} ${action}`] ?? null
  const review = 'review' in records && action === 'submitted' ? records.review : null
  return review === null ? null : reviewed[review.state]
}

function quotedIn(records: ThreadRecords): string {
  if (records.comment !== null) return records.comment.body
  return 'review' in records ? (records.review?.body ?? '') : ''
}

function withQuote(said: string, text: string): string {
  const [paragraph = ''] = text.trim().split(/\n\s*\n/)
  if (paragraph === '') return said
  const lines = plain(shortened(paragraph, longestQuote)).split('\n')
  return [said, ...lines.map((line) => `> ${line}`)].join('\n')
}

/** A deploy key, the service itself and whoever is gone have no name. */
async function nameOf(app: Pick<App, 'db'>, userId: number | null): Promise<string> {
  const user = userId === null ? null : await findUserById(app.db, userId)
  return user?.username ?? 'Somebody'
}

function placeOf(app: Pick<App, 'config'>, repo: Repo): string {
  return `<${app.config.BASE_URL}/${repo.owner}/${repo.slug}|${repo.owner}/${repo.slug}>`
}

function commitLink(app: Pick<App, 'config'>, repo: Repo, sha: string): string {
  return link(app, repo, `commit/${sha}`, sha.slice(0, 8))
}

/** A bar or an end of line would end what the link is called. */
function link({ config }: Pick<App, 'config'>, { owner, slug }: Repo, page: string, text: string): string {
  const called = plain(shortened(text, longestLine)).replaceAll(/[|\r\n]/g, ' ')
  return `<${config.BASE_URL}/${owner}/${slug}/${page}|${called}>`
}

/** These three have a meaning there: `<!channel>` in the title of an issue would call everybody. */
function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function shortened(text: string, most: number): string {
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most).join('')}…`
}
