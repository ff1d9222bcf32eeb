import { type SelectQueryBuilder, sql } from 'kysely'
import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import { countOf } from '../../db/count-of.ts'
import { holdsText } from '../../db/holds-text.ts'
import type { Schema } from '../../db/schema.ts'

/** What administrators see of a repository: that it is there and what it takes, never what is in it. */
export interface ListedRepo {
  readonly owner: string
  readonly slug: string
  readonly isPublic: boolean
  readonly isArchived: boolean
  /** Whether it belongs to a person whose account is disabled. */
  readonly isLeft: boolean
  readonly sizeBytes: number
  readonly createdAt: number
  readonly pushedAt: number | null
}

export interface RepoFilter {
  /** A part of `owner/name`. */
  readonly q: string
  readonly sort: 'size' | 'pushed' | 'created'
}

const columns = { size: 'repos.size_bytes', pushed: 'repos.pushed_at', created: 'repos.created_at' } as const

export async function listAllRepos(
  { db }: Pick<App, 'db'>,
  _actor: AdminActor,
  { q, sort }: RepoFilter,
  request: PageRequest,
): Promise<Page<ListedRepo>> {
  const isNamed = holdsText(q, sql<string>`owners.name_key || '/' || repos.slug_key`)
  const found = db
    .selectFrom('repos')
    .where('owner_id', 'not in', db.selectFrom('owners').select('owners.id').where('kind', '=', 'deleted'))
    .$if(q !== '', (query) =>
      query.where((eb) =>
        eb.exists(
          eb.selectFrom('owners').select('owners.id').whereRef('owners.id', '=', 'repos.owner_id').where(isNamed),
        ),
      ),
    )
  // Whose they are is looked up for those of the page alone.
  const ids = inOrder(found, sort).select('repos.id').limit(request.perPage).offset(offsetOf(request))
  const listed = db
    .selectFrom('repos')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .leftJoin('users', 'users.id', 'repos.owner_id')
    .select(['owners.name as owner', 'repos.slug', 'is_public', 'is_archived', 'size_bytes', 'repos.created_at'])
    .select(['pushed_at', 'users.disabled_at'])
    .where('repos.id', 'in', ids)
  const [rows, total] = await Promise.all([inOrder(listed, sort).execute(), countOf(found)])
  const items = rows.map((row) => ({
    owner: row.owner,
    slug: row.slug,
    isPublic: row.is_public === 1,
    isArchived: row.is_archived === 1,
    isLeft: row.disabled_at !== null,
    sizeBytes: row.size_bytes,
    createdAt: row.created_at,
    pushedAt: row.pushed_at,
  }))
  return { ...request, items, total }
}

function inOrder<Tables extends 'owners' | 'repos' | 'users', Row>(
  query: SelectQueryBuilder<Schema, Tables | 'repos', Row>,
  sort: RepoFilter['sort'],
): SelectQueryBuilder<Schema, Tables | 'repos', Row> {
  return query.orderBy(sql.ref(columns[sort]), (order) => order.desc().nullsLast()).orderBy(sql.ref('repos.id'), 'desc')
}
