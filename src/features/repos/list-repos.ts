import type { SelectQueryBuilder } from 'kysely'
import type { App } from '../../app.ts'
import { type Actor, type KnownActor, userOf } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import { mapPage, offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { Builder, Db } from '../../db/handle.ts'
import { prepared, preparedShapes } from '../../db/prepared.ts'
import { readPage } from '../../db/read-page.ts'
import type { Schema } from '../../db/schema.ts'
import { requireRepo } from '../access/require-repo.ts'
import { seesTeam } from '../access/require-team.ts'
import { findOwner } from '../owners/find-owner.ts'
import { selectRepos, toRepo } from './repo-record.ts'
import { belongsTo, idsGivenTo, idsOf, visibleAmong, visibleTo } from './visible-to.ts'

type Needs = Pick<App, 'db'>

/** Of repositories, each with what decides where it stands. */
type Ids = SelectQueryBuilder<Schema, 'repos', { id: number; updated_at: number }>

/** What somebody owns or was given, themselves or through a team, last touched first. */
export async function listOwnRepos(app: Needs, actor: KnownActor, request: PageRequest): Promise<Page<Repo>> {
  const { perPage: most } = request
  const userId = actor.user.id
  const [items, [counted]] = await Promise.all([
    ownRepos(app.db, { most }, { userId, skip: offsetOf(request) }),
    countOwn(app.db, { userId }),
  ])
  return mapPage({ ...request, items, total: Number(counted?.count) }, toRepo)
}

const ownRepos = preparedShapes((db, { most }: { most: number }, its: { userId: number; skip: number }) =>
  newestPage(db, ownAndGiven(db, its.userId), { most, skip: its.skip }),
)

const countOwn = prepared((db, its: { userId: number }) =>
  db.selectFrom(ownAndGiven(db, its.userId).as('all')).select((eb) => eb.fn.countAll<number>().as('count')),
)

/** However many somebody owns, the newest are read in the order of an index: there is one for each of two parts. */
function ownAndGiven(db: Builder, userId: number) {
  const given = selectRepos(db)
    .clearSelect()
    .select(['repos.id', 'repos.updated_at'])
    .where('repos.owner_id', '!=', userId)
    .where('repos.id', 'in', idsGivenTo(db, userId))
  return ownedBy(db, userId, 1)
    .unionAll(ownedBy(db, userId, 0))
    .unionAll(given)
}

/** Of parts that each come in this order, no more is read than the page and what is before it. */
function newestPage(db: Builder, ids: Ids, { most, skip }: { readonly most: number; readonly skip: number }) {
  const page = ids.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(most).offset(skip)
  return newestFirst(selectRepos(db).where('repos.id', 'in', db.selectFrom(page.as('page')).select('page.id')))
}

function ownedBy(db: Builder, ownerId: number, isPublic: 0 | 1) {
  return db
    .selectFrom('repos')
    .select(['repos.id', 'repos.updated_at'])
    .where('repos.owner_id', '=', ownerId)
    .where('repos.is_public', '=', isPublic)
}

/** What somebody has starred, as far as they may still see it; what they starred last first. */
export async function listStarredRepos(app: Needs, actor: KnownActor, request: PageRequest): Promise<Page<Repo>> {
  const query = selectRepos(app.db)
    .innerJoin('stars', 'stars.repo_id', 'repos.id')
    .where('stars.user_id', '=', actor.user.id)
    .where(visibleAmong(actor))
    .orderBy('stars.created_at', 'desc')
    .orderBy('repos.id', 'desc')
  return mapPage(await readPage(query, request), toRepo)
}

/** What somebody else or a team owns, as far as the one who asks may see it. */
export async function listReposOf(app: Needs, actor: Actor, name: string, request: PageRequest): Promise<Page<Repo>> {
  const owner = await findOwner(app.db, name)
  const isKnown = owner?.kind === 'user' || (owner !== null && (await seesTeam(app.db, actor, owner.id)))
  if (owner === null || !isKnown) throw notFound('USER')
  const ids = seenOf(app.db, actor, owner.id)
  const [items, { count }] = await Promise.all([
    newestPage(app.db, ids, { most: request.perPage, skip: offsetOf(request) }).execute(),
    app.db
      .selectFrom(ids.as('all'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return mapPage({ ...request, items, total: Number(count) }, toRepo)
}

/** Whoever owns them all is asked for none. */
function seenOf(db: Builder, actor: Actor, ownerId: number): Ids {
  const [open, hidden] = [ownedBy(db, ownerId, 1), ownedBy(db, ownerId, 0)]
  const user = userOf(actor)
  if (user === null) return open
  return open.unionAll(user.id === ownerId ? hidden : hidden.where((eb) => belongsTo(eb, user.id)))
}

/** What was forked from a repository, as far as the one who asks may see it. */
export async function listForks(app: Needs, actor: Actor, ref: RepoRef, request: PageRequest): Promise<Page<Repo>> {
  const source = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  const query = selectRepos(app.db).where('repos.fork_of', '=', source.id).where(visibleTo(actor))
  return mapPage(await readPage(newestFirst(query), request), toRepo)
}

/** Everything that the one who asks may see, last touched first. */
export async function listVisibleRepos(app: Needs, actor: Actor, request: PageRequest): Promise<Page<Repo>> {
  const query = newestFirst(selectRepos(app.db).where(visibleTo(actor)))
  const [rows, total] = await Promise.all([
    query.limit(request.perPage).offset(offsetOf(request)).execute(),
    countVisible(app.db, actor),
  ])
  return { ...request, items: rows.map(toRepo), total }
}

/** Public ones are counted along an index, and nobody else's are looked at. What is being deleted is not public. */
async function countVisible(db: Db, actor: Actor): Promise<number> {
  const all = db.selectFrom('repos').select((eb) => eb.fn.countAll<number>().as('count'))
  const user = userOf(actor)
  const [open, own] = await Promise.all([
    all.where('is_public', '=', 1).executeTakeFirstOrThrow(),
    user === null ? null : all.where('is_public', '=', 0).where('id', 'in', idsOf(db, user.id)).executeTakeFirst(),
  ])
  return Number(open.count) + Number(own?.count ?? 0)
}

export function newestFirst<Q extends { orderBy(column: 'repos.updated_at' | 'repos.id', way: 'desc'): Q }>(
  query: Q,
): Q {
  return query.orderBy('repos.updated_at', 'desc').orderBy('repos.id', 'desc')
}
