import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import type { Reader } from '../../db/handle.ts'
import { idsOf, visibleTo } from '../repos/visible-to.ts'

/** Something that others did where somebody watches, in a word. */
export interface Activity {
  readonly kind: 'issue-opened' | 'issue-closed' | 'pull-opened' | 'pull-closed' | 'pull-merged' | 'released'
  readonly owner: string
  readonly repo: string
  /** Of an issue or pull request; null of a release, which has a tag. */
  readonly number: number | null
  readonly tag: string | null
  readonly title: string
  /** Null when the account is gone. */
  readonly by: string | null
  readonly at: number
}

const most = 20
/** Of each repository so many are looked at: some are one's own. */
const lookedAt = 50
/** Somebody may have a part in thousands: those that changed last. */
const mostRepos = 200

/** What others opened, closed, merged and released in repositories that somebody has, watches or starred. */
export async function listActivity(app: Pick<App, 'db'>, actor: SessionActor): Promise<readonly Activity[]> {
  const [opened, ended, released] = await Promise.all([
    listOpened(app.db, actor),
    listEnded(app.db, actor),
    listReleased(app.db, actor),
  ])
  return [...opened, ...ended, ...released].toSorted((one, other) => other.at - one.at).slice(0, most)
}

/** The ids of the repositories that are looked at. */
function followed(reader: Reader, actor: SessionActor) {
  const { id } = actor.user
  const chosen = idsOf(reader, id)
    .union(
      reader
        .selectFrom('repo_subscriptions')
        .select('repo_id as id')
        .where('user_id', '=', id)
        .where('attention', '=', 'watching'),
    )
    .union(reader.selectFrom('stars').select('repo_id as id').where('user_id', '=', id))
  return reader
    .selectFrom('repos')
    .select('repos.id')
    .where('repos.id', 'in', chosen)
    .where(visibleTo(actor))
    .orderBy('repos.updated_at', 'desc')
    .limit(mostRepos)
}

/** Threads that `newest` names for each repository. */
function threads(reader: Reader, actor: SessionActor, newest: RawBuilder<unknown>) {
  return reader
    .selectFrom('repos')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .innerJoin(ofEach(reader, newest).as('newest'), (join) => join.onTrue())
    .innerJoin('threads', 'threads.id', 'newest.value')
    .select(['owners.name as owner', 'repos.slug as repo', 'threads.number', 'threads.title', 'threads.kind'])
    .where('repos.id', 'in', followed(reader, actor))
    .limit(most)
}

/**
 * What a question about `repos.id` finds, for each repository in turn: by an index, and no more than it asks for. A list of
 * all that belongs to any of them would have to be put in order first, and some have a hundred thousand issues.
 */
function ofEach(reader: Reader, ids: RawBuilder<unknown>): RawBuilder<{ value: number }> {
  return reader.dialect === 'sqlite'
    ? sql`json_each((select json_group_array(id) from (${ids})))`
    : sql`lateral (select id as value from (${ids}) as ids)`
}

const lastOpened = sql`select id from threads as one where one.repo_id = repos.id order by one.number desc limit ${sql.lit(lookedAt)}`

/** Whatever was closed lately was touched lately, and there is an index of that. */
const lastEnded = sql.join(
  [
    ['issue', 'closed'],
    ['pull', 'closed'],
    ['pull', 'merged'],
  ].map(
    ([kind, state]) => sql`select id from (select id from threads as one
      where one.repo_id = repos.id and one.kind = ${sql.lit(kind)} and one.state = ${sql.lit(state)}
      order by one.updated_at desc limit ${sql.lit(lookedAt)}) as ended`,
  ),
  sql` union all `,
)

async function listOpened(reader: Reader, actor: SessionActor): Promise<readonly Activity[]> {
  const rows = await threads(reader, actor, lastOpened)
    .leftJoin('owners as author', 'author.id', 'threads.author_id')
    .select(['author.name as by', 'threads.created_at as at'])
    .where((eb) => eb.or([eb('threads.author_id', 'is', null), eb('threads.author_id', '<>', actor.user.id)]))
    // What came from another server is no news here.
    .where('threads.imported_from', 'is', null)
    .orderBy('threads.id', 'desc')
    .execute()
  return rows.map(({ kind, ...row }) => ({ ...row, kind: `${kind}-opened`, tag: null }))
}

async function listEnded(reader: Reader, actor: SessionActor): Promise<readonly Activity[]> {
  const rows = await threads(reader, actor, lastEnded)
    .leftJoin('owners as closer', 'closer.id', 'threads.closed_by')
    .select(['closer.name as by', 'threads.closed_at', 'threads.state'])
    .where('threads.closed_at', 'is not', null)
    .where((eb) => eb.or([eb('threads.imported_from', 'is', null), eb('threads.closed_by', 'is not', null)]))
    .where((eb) => eb.or([eb('threads.closed_by', 'is', null), eb('threads.closed_by', '<>', actor.user.id)]))
    .orderBy('threads.closed_at', 'desc')
    .execute()
  return rows.map(({ kind, state, closed_at: at, ...row }) => ({
    ...row,
    kind: kind === 'issue' ? 'issue-closed' : state === 'merged' ? 'pull-merged' : 'pull-closed',
    tag: null,
    at: at ?? 0,
  }))
}

async function listReleased(reader: Reader, actor: SessionActor): Promise<readonly Activity[]> {
  const rows = await reader
    .selectFrom('releases')
    .innerJoin('repos', 'repos.id', 'releases.repo_id')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .leftJoin('owners as author', 'author.id', 'releases.author_id')
    .select(['owners.name as owner', 'repos.slug as repo', 'releases.tag_name as tag', 'releases.name as title'])
    .select(['author.name as by', 'releases.published_at as at'])
    .where('releases.published_at', 'is not', null)
    .where('releases.repo_id', 'in', followed(reader, actor))
    // Not those that came from another server either, which are nobody's.
    .where('releases.author_id', '<>', actor.user.id)
    .orderBy('releases.published_at', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ at, ...row }) => ({ ...row, kind: 'released', number: null, at: at ?? 0 }))
}
