import type { Selectable } from 'kysely'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { User } from '../../core/user.ts'
import { countOf } from '../../db/count-of.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'
import { toUser, userColumns } from '../users/user-record.ts'
import type { PublicKey } from './parse-public-key.ts'

export interface SshKey {
  readonly id: number
  readonly uuid: string
  readonly title: string
  readonly key: string
  readonly keyType: string
  readonly fingerprint: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

const columns = ['id', 'uuid', 'title', 'key_type', 'public_key', 'fingerprint', 'created_at', 'last_used_at'] as const
const keyColumns = [
  'ssh_keys.id',
  'ssh_keys.uuid',
  'ssh_keys.title',
  'ssh_keys.key_type',
  'ssh_keys.public_key',
  'ssh_keys.fingerprint',
  'ssh_keys.created_at',
  'ssh_keys.last_used_at',
] as const

/** Null when any account has this key already. */
export async function insertKey(tx: Tx, userId: number, title: string, key: PublicKey): Promise<SshKey | null> {
  const row = await tx
    .insertInto('ssh_keys')
    .values({
      uuid: uuid(),
      user_id: userId,
      title,
      key_type: key.type,
      public_key: key.text,
      fingerprint: key.fingerprint,
      created_at: tx.now,
    })
    .onConflict((oc) => oc.column('fingerprint').doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row === undefined ? null : toKey(row)
}

export function countKeys(reader: Reader, userId: number): Promise<number> {
  return countOf(reader.selectFrom('ssh_keys').where('user_id', '=', userId))
}

export async function listKeysOf(reader: Reader, userId: number, request: PageRequest): Promise<Page<SshKey>> {
  const query = reader.selectFrom('ssh_keys').select(columns).where('user_id', '=', userId).orderBy('id', 'desc')
  return mapPage(await readPage(query, request), toKey)
}

export async function deleteKey(tx: Tx, userId: number, id: RecordId): Promise<SshKey | null> {
  const query = tx.deleteFrom('ssh_keys').where('user_id', '=', userId)
  const row = await ('uuid' in id ? query.where('uuid', '=', id.uuid) : query.where('id', '=', id.id))
    .returning(columns)
    .executeTakeFirst()
  return row === undefined ? null : toKey(row)
}

export async function deleteKeysOf(tx: Tx, userId: number): Promise<number> {
  const gone = await tx.deleteFrom('ssh_keys').where('user_id', '=', userId).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

export async function findKeyAndUser(
  reader: Reader,
  fingerprint: string,
): Promise<{ readonly key: SshKey; readonly user: User } | null> {
  const row = await reader
    .selectFrom('ssh_keys')
    .innerJoin('users', 'users.id', 'ssh_keys.user_id')
    .innerJoin('owners', 'owners.id', 'users.id')
    .select(userColumns)
    .select(keyColumns)
    .where('ssh_keys.fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row === undefined ? null : { key: toKey(row), user: toUser(row) }
}

export async function usersByFingerprint(
  reader: Reader,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, User>> {
  const rows = await reader
    .selectFrom('ssh_keys')
    .innerJoin('users', 'users.id', 'ssh_keys.user_id')
    .innerJoin('owners', 'owners.id', 'users.id')
    .select(userColumns)
    .select('ssh_keys.fingerprint')
    .where('ssh_keys.fingerprint', 'in', fingerprints)
    .execute()
  return new Map(rows.map((row) => [row.fingerprint, toUser(row)]))
}

export async function noteKeyUse(tx: Tx, keyId: number): Promise<void> {
  await tx.updateTable('ssh_keys').set({ last_used_at: tx.now }).where('id', '=', keyId).execute()
}

function toKey(row: Pick<Selectable<Schema['ssh_keys']>, (typeof columns)[number]>): SshKey {
  return {
    id: row.id,
    uuid: row.uuid,
    title: row.title,
    key: row.public_key,
    keyType: row.key_type,
    fingerprint: row.fingerprint,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
