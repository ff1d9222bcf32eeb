import type { Via } from '../../core/actor.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { User } from '../../core/user.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import { uuid } from '../../db/uuid.ts'
import { hashToken } from '../../secrets/token-text.ts'
import { toUser, userColumns } from '../users/user-record.ts'
import { sessionLifetime } from './session-tokens.ts'

export interface Session {
  readonly id: number
  readonly uuid: string
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
  readonly ip: string | null
  readonly userAgent: string | null
}

export interface LiveSession {
  readonly id: number
  readonly uuid: string
  readonly lastSeenAt: number
  readonly expiresAt: number
  readonly endedAt: number | null
  readonly user: User
}

const columns = ['id', 'uuid', 'created_at', 'last_seen_at', 'expires_at', 'ip', 'user_agent'] as const

export async function insertSession(tx: Tx, userId: number, via: Via): Promise<{ id: number; uuid: string }> {
  const row = { uuid: uuid(), user_id: userId, created_at: tx.now, last_seen_at: tx.now, ip: via.ip }
  const { id } = await tx
    .insertInto('sessions')
    .values({ ...row, expires_at: tx.now + sessionLifetime, user_agent: via.userAgent })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, uuid: row.uuid }
}

export async function insertRefreshToken(tx: Tx, sessionId: number, token: string): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values({ session_id: sessionId, token_hash: hashToken(token), expires_at: tx.now + sessionLifetime })
    .execute()
}

/** Whether it was used before a moment; one that never was any is as good as used. */
export async function isUsed(reader: Reader, token: string, before: number): Promise<boolean> {
  const row = await reader
    .selectFrom('refresh_tokens')
    .select('used_at')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row === undefined || (row.used_at !== null && row.used_at <= before)
}

/** Marks the token used, in one statement: of two at once exactly one finds it unused. */
export async function useRefreshToken(tx: Tx, token: string): Promise<{ sessionId: number; fresh: boolean } | null> {
  const hash = hashToken(token)
  const used = await tx
    .updateTable('refresh_tokens')
    .set({ used_at: tx.now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .returning('session_id')
    .executeTakeFirst()
  if (used !== undefined) return { sessionId: used.session_id, fresh: true }
  const known = await tx
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', hash)
    .where('used_at', 'is not', null)
    .executeTakeFirst()
  return known === undefined ? null : { sessionId: known.session_id, fresh: false }
}

export async function findLiveSession(
  reader: Reader,
  by: { uuid: string } | { id: number },
): Promise<LiveSession | null> {
  const query = reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('owners', 'owners.id', 'users.id')
    .select(userColumns)
    .select(['sessions.id', 'sessions.uuid', 'sessions.last_seen_at', 'sessions.expires_at', 'sessions.ended_at'])
  const row = await ('uuid' in by
    ? query.where('sessions.uuid', '=', by.uuid)
    : query.where('sessions.id', '=', by.id)
  ).executeTakeFirst()
  if (row === undefined) return null
  const times = { lastSeenAt: row.last_seen_at, expiresAt: row.expires_at, endedAt: row.ended_at }
  return { id: row.id, uuid: row.uuid, ...times, user: toUser(row) }
}

export async function prolongSession(tx: Tx, sessionId: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_seen_at: tx.now, expires_at: tx.now + sessionLifetime })
    .where('id', '=', sessionId)
    .execute()
}

export async function listLiveSessions(
  reader: Reader,
  userId: number,
  now: number,
  request: PageRequest,
): Promise<Page<Session>> {
  const query = reader
    .selectFrom('sessions')
    .select(columns)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
  return mapPage(await readPage(query, request), (row) => ({
    id: row.id,
    uuid: row.uuid,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    ip: row.ip,
    userAgent: row.user_agent,
  }))
}

/** Ends the sessions of a user that `which` picks; tells how many were alive. */
export async function endSessions(
  tx: Tx,
  userId: number,
  which: { uuid: string } | { id: number } | { except: number } | 'all',
): Promise<number> {
  let query = tx
    .updateTable('sessions')
    .set({ ended_at: tx.now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (which !== 'all') {
    if ('uuid' in which) query = query.where('uuid', '=', which.uuid)
    else if ('id' in which) query = query.where('id', '=', which.id)
    else query = query.where('id', '!=', which.except)
  }
  const result = await query.executeTakeFirst()
  // Streams that are open under them end too.
  if (result.numUpdatedRows > 0n) await tx.notify('sessions', String(userId))
  return Number(result.numUpdatedRows)
}
