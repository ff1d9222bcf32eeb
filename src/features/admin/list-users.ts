import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import { nameKey } from '../../core/slug.ts'
import type { User } from '../../core/user.ts'
import { holdsText } from '../../db/holds-text.ts'
import { readPage } from '../../db/read-page.ts'
import type { Schema } from '../../db/schema.ts'
import { allowedBy, roomsOf, sumOf } from '../quota/storage.ts'
import { selectUsers, toUser } from '../users/user-record.ts'

export interface ListedUser extends User {
  readonly lastSeenAt: number | null
  readonly twoFactor: boolean
  readonly passkeys: number
  readonly usedBytes: number
  /** Their own; null where the setting counts. */
  readonly quotaBytes: number | null
  /** Null: as much as the disk has. */
  readonly allowedBytes: number | null
}

export interface UserFilter {
  readonly q?: string | undefined
  readonly state?: 'active' | 'disabled' | 'admin' | undefined
}

export async function listUsers(
  app: Pick<App, 'config' | 'db'>,
  _actor: AdminActor,
  filter: UserFilter,
  request: PageRequest,
): Promise<Page<ListedUser>> {
  return describe(app, await readPage(selectListed(app).where(matching(filter)).orderBy('users.id', 'desc'), request))
}

export async function getListedUser(
  app: Pick<App, 'config' | 'db'>,
  _actor: AdminActor,
  username: string,
): Promise<ListedUser> {
  const query = selectListed(app).where('owners.name_key', '=', nameKey(username))
  const [user] = (await describe(app, await readPage(query, { page: 1, perPage: 1 }))).items
  if (user === undefined) throw notFound('USER')
  return user
}

function selectListed(app: Pick<App, 'db'>) {
  return selectUsers(app.db)
    .leftJoin('two_factor', (join) =>
      join.onRef('two_factor.user_id', '=', 'users.id').on('two_factor.enabled_at', 'is not', null),
    )
    .select((eb) => [
      'two_factor.enabled_at',
      'owners.quota_bytes',
      eb
        .selectFrom('sessions')
        .select((inner) => inner.fn.max('sessions.last_seen_at').as('at'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('seen_at'),
      eb
        .selectFrom('passkeys')
        .select((inner) => inner.fn.countAll<number>().as('many'))
        .whereRef('passkeys.user_id', '=', 'users.id')
        .as('passkeys'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

async function describe(app: Pick<App, 'config' | 'db'>, page: Page<Row>): Promise<Page<ListedUser>> {
  const ids = page.items.map((row) => row.user_id)
  const rooms = await roomsOf(app.db, ids)
  const usedBy = (id: number): number => {
    const room = rooms.get(id)
    return room === undefined ? 0 : sumOf(room)
  }
  return mapPage(page, (row) => ({
    ...toUser(row),
    lastSeenAt: row.seen_at,
    twoFactor: row.enabled_at !== null,
    passkeys: Number(row.passkeys ?? 0),
    usedBytes: usedBy(row.user_id),
    quotaBytes: row.quota_bytes,
    allowedBytes: allowedBy(app, row.quota_bytes),
  }))
}

function matching(filter: UserFilter) {
  return (eb: ExpressionBuilder<Schema, 'users' | 'owners'>): Expression<SqlBool> => {
    const wanted: Expression<SqlBool>[] = []
    if (filter.q !== undefined && filter.q !== '') {
      wanted.push(holdsText(filter.q, 'owners.name_key', 'users.email_key'))
    }
    if (filter.state === 'active') wanted.push(eb('users.disabled_at', 'is', null))
    if (filter.state === 'disabled') wanted.push(eb('users.disabled_at', 'is not', null))
    if (filter.state === 'admin') wanted.push(eb('users.is_admin', '=', 1))
    return eb.and(wanted)
  }
}
