import type { Selectable } from 'kysely'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import { parseScope, type Scope } from '../../core/scopes.ts'
import type { User } from '../../core/user.ts'
import { countOf } from '../../db/count-of.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'
import { readPage } from '../../db/read-page.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'
import { hashToken } from '../../secrets/token-text.ts'
import { toUser, userColumns } from '../users/user-record.ts'

export interface AccessToken {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  readonly expiresAt: number
  readonly lastUsedAt: number | null
}

export interface TokenHolder {
  readonly tokenId: number
  readonly scopes: readonly Scope[]
  readonly expiresAt: number
  readonly lastUsedAt: number | null
  readonly user: User
}

const columns = ['id', 'uuid', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const

export async function insertToken(
  tx: Tx,
  userId: number,
  values: { name: string; secret: string; scopes: readonly Scope[]; expiresAt: number },
): Promise<AccessToken> {
  const row = await tx
    .insertInto('access_tokens')
    .values({
      uuid: uuid(),
      user_id: userId,
      name: values.name,
      token_hash: hashToken(values.secret),
      scopes: values.scopes.join(' '),
      created_at: tx.now,
      expires_at: values.expiresAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toToken(row)
}

export async function listTokensOf(reader: Reader, userId: number, request: PageRequest): Promise<Page<AccessToken>> {
  const query = reader.selectFrom('access_tokens').select(columns).where('user_id', '=', userId).orderBy('id', 'desc')
  return mapPage(await readPage(query, request), toToken)
}

export function countTokens(reader: Reader, userId: number): Promise<number> {
  return countOf(reader.selectFrom('access_tokens').where('user_id', '=', userId))
}

export async function deleteToken(tx: Tx, userId: number, id: RecordId): Promise<AccessToken | null> {
  const query = tx.deleteFrom('access_tokens').where('user_id', '=', userId)
  const row = await ('uuid' in id ? query.where('uuid', '=', id.uuid) : query.where('id', '=', id.id))
    .returning(columns)
    .executeTakeFirst()
  return row === undefined ? null : toToken(row)
}

export async function deleteTokensOf(tx: Tx, userId: number): Promise<number> {
  const gone = await tx.deleteFrom('access_tokens').where('user_id', '=', userId).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

export async function findHolder(reader: Reader, tokenHash: string): Promise<TokenHolder | null> {
  const [row] = await holders(reader, { tokenHash })
  if (row === undefined) return null
  return {
    tokenId: row.id,
    scopes: toScopes(row.scopes),
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    user: toUser(row),
  }
}

const holders = prepared((db, its: { tokenHash: string }) =>
  db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .innerJoin('owners', 'owners.id', 'users.id')
    .select(userColumns)
    .select(['access_tokens.id', 'access_tokens.scopes', 'access_tokens.expires_at', 'access_tokens.last_used_at'])
    .where('access_tokens.token_hash', '=', its.tokenHash),
)

export async function noteTokenUse(tx: Tx, tokenId: number): Promise<void> {
  await tx.updateTable('access_tokens').set({ last_used_at: tx.now }).where('id', '=', tokenId).execute()
}

function toToken(row: Pick<Selectable<Schema['access_tokens']>, (typeof columns)[number]>): AccessToken {
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    scopes: toScopes(row.scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}

function toScopes(text: string): readonly Scope[] {
  return text
    .split(' ')
    .map(parseScope)
    .filter((scope) => scope !== undefined)
}
