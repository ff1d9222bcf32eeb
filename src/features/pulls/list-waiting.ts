import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import type { PageRequest } from '../../core/page.ts'
import type { Reader } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import { visibleTo } from '../repos/visible-to.ts'
import { standOfPulls } from './stand-of-pulls.ts'

/** An open pull request that somebody has to do something about. */
export interface WaitingPull {
  readonly why: 'review' | 'failing'
  readonly owner: string
  readonly repo: string
  readonly number: number
  readonly title: string
  /** Since when: asked for, or last changed. */
  readonly at: number
}

export interface WaitingPulls {
  readonly pulls: readonly WaitingPull[]
  /** How many reviews were asked for in all. */
  readonly asked: number
}

/** Of one's own: what nobody has touched for longer has been seen. */
const mostOwn = 20

/** Reviews that were asked of somebody, and their own pull requests whose checks fail; the newest first. */
export async function listWaiting(
  app: Pick<App, 'db'>,
  actor: SessionActor,
  request: PageRequest,
): Promise<WaitingPulls> {
  const [asked, own] = await Promise.all([readPage(selectAsked(app.db, actor), request), listOwn(app.db, actor)])
  const stands = await standOfPulls(
    app,
    own.map(({ id }) => id),
  )
  const failing = own.flatMap(({ id, ...pull }): WaitingPull[] =>
    stands.get(id)?.status === 'failure' ? [{ ...pull, why: 'failing' }] : [],
  )
  const reviews = asked.items.map((pull): WaitingPull => ({ ...pull, why: 'review' }))
  return { pulls: [...reviews, ...failing].toSorted((one, other) => other.at - one.at), asked: asked.total }
}

function selectOpen(reader: Reader, actor: SessionActor) {
  return reader
    .selectFrom('threads')
    .innerJoin('pulls', 'pulls.thread_id', 'threads.id')
    .innerJoin('repos', 'repos.id', 'threads.repo_id')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .where('threads.state', '=', 'open')
    .where('repos.id', 'in', (eb) => eb.selectFrom('repos').select('repos.id').where(visibleTo(actor)))
}

const about = ['owners.name as owner', 'repos.slug as repo', 'threads.number', 'threads.title'] as const

function selectAsked(reader: Reader, actor: SessionActor) {
  return selectOpen(reader, actor)
    .innerJoin('requested_reviewers as asked', 'asked.thread_id', 'threads.id')
    .select(about)
    .select('asked.created_at as at')
    .where('asked.user_id', '=', actor.user.id)
    .orderBy('asked.created_at', 'desc')
}

function listOwn(reader: Reader, actor: SessionActor) {
  return selectOpen(reader, actor)
    .select(about)
    .select(['threads.id', 'threads.updated_at as at'])
    .where('threads.id', 'in', openedBy(reader, actor.user.id))
    .orderBy('threads.updated_at', 'desc')
    .limit(mostOwn)
    .execute()
}

/** Their open pull requests, found by themselves: joined with the rest, SQLite would look in every repository for some. */
function openedBy(reader: Reader, userId: number) {
  return reader
    .selectFrom('threads as own')
    .select('own.id')
    .where('own.author_id', '=', userId)
    .where('own.kind', '=', 'pull')
    .where('own.state', '=', 'open')
}
