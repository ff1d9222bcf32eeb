import type { Selectable } from 'kysely'
import type { User } from '../../core/user.ts'
import type { Builder } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'

/** The columns that make a `User`; queries that join users select these. */
export const userColumns = [
  'owners.id as user_id',
  'owners.uuid as user_uuid',
  'owners.name as username',
  'owners.created_at as user_created_at',
  'users.full_name',
  'users.email',
  'users.email_verified',
  'users.pending_email',
  'users.is_admin',
  'users.disabled_at',
] as const

export interface UserRow
  extends Pick<
    Selectable<Schema['users']>,
    'full_name' | 'email' | 'email_verified' | 'pending_email' | 'is_admin' | 'disabled_at'
  > {
  readonly user_id: number
  readonly user_uuid: string
  readonly username: string
  readonly user_created_at: number
}

/** Whoever is leaving is nobody any more (see admin/purge-account.ts). */
export function selectUsers(db: Builder) {
  return db
    .selectFrom('users')
    .innerJoin('owners', 'owners.id', 'users.id')
    .where('owners.kind', '=', 'user')
    .select(userColumns)
}

export function toUser(row: UserRow): User {
  return {
    id: row.user_id,
    uuid: row.user_uuid,
    username: row.username,
    fullName: row.full_name,
    email: row.email,
    emailVerified: row.email_verified === 1,
    pendingEmail: row.pending_email,
    isAdmin: row.is_admin === 1,
    disabled: row.disabled_at !== null,
    createdAt: row.user_created_at,
  }
}
