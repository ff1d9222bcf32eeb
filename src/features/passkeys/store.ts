import type { Selectable } from 'kysely'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { User } from '../../core/user.ts'
import { countOf } from '../../db/count-of.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'
import type { Credential, Use } from '../../webauthn/webauthn.ts'
import { toUser, userColumns } from '../users/user-record.ts'

export interface Passkey {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly isSynced: boolean
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** What checking an answer takes. */
export interface KnownPasskey extends Passkey {
  readonly publicKey: string
  readonly counter: number
  readonly user: User
}

/** How a browser is told of one. */
export interface NamedCredential {
  readonly id: string
  readonly transports: readonly string[]
}

const columns = ['id', 'uuid', 'name', 'is_synced', 'created_at', 'last_used_at'] as const
const passkeyColumns = [
  'passkeys.id',
  'passkeys.uuid',
  'passkeys.name',
  'passkeys.is_synced',
  'passkeys.created_at',
  'passkeys.last_used_at',
] as const

/** Null when any account has this credential already. */
export async function insertPasskey(
  tx: Tx,
  userId: number,
  name: string,
  credential: Credential,
): Promise<Passkey | null> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      uuid: uuid(),
      user_id: userId,
      name,
      credential_id: credential.id,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports: JSON.stringify(credential.transports),
      is_synced: credential.isSynced ? 1 : 0,
      created_at: tx.now,
    })
    .onConflict((oc) => oc.column('credential_id').doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row === undefined ? null : toPasskey(row)
}

export function countPasskeys(reader: Reader, userId: number): Promise<number> {
  return countOf(reader.selectFrom('passkeys').where('user_id', '=', userId))
}

export async function listPasskeysOf(reader: Reader, userId: number, request: PageRequest): Promise<Page<Passkey>> {
  const query = reader.selectFrom('passkeys').select(columns).where('user_id', '=', userId).orderBy('id', 'desc')
  return mapPage(await readPage(query, request), toPasskey)
}

export async function credentialsOf(reader: Reader, userId: number): Promise<readonly NamedCredential[]> {
  const rows = await reader
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.credential_id, transports: JSON.parse(row.transports) as string[] }))
}

export async function findByCredential(reader: Reader, credentialId: string): Promise<KnownPasskey | null> {
  const row = await reader
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .innerJoin('owners', 'owners.id', 'users.id')
    .select(userColumns)
    .select(passkeyColumns)
    .select(['passkeys.public_key', 'passkeys.counter'])
    .where('passkeys.credential_id', '=', credentialId)
    .executeTakeFirst()
  if (row === undefined) return null
  return { ...toPasskey(row), publicKey: row.public_key, counter: row.counter, user: toUser(row) }
}

/** Null: it is gone, or has counted as far before, be it at this very moment. What does not count at all stays at 0. */
export async function saveUse(tx: Tx, passkeyId: number, { counter, isSynced }: Use): Promise<Passkey | null> {
  const row = await tx
    .updateTable('passkeys')
    .set({ counter, is_synced: isSynced ? 1 : 0, last_used_at: tx.now })
    .where('id', '=', passkeyId)
    .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .returning(columns)
    .executeTakeFirst()
  return row === undefined ? null : toPasskey(row)
}

/** How far it has counted; null where it is gone. */
export async function findCounter(reader: Reader, passkeyId: number): Promise<number | null> {
  const row = await reader.selectFrom('passkeys').select('counter').where('id', '=', passkeyId).executeTakeFirst()
  return row?.counter ?? null
}

export async function setName(tx: Tx, userId: number, id: RecordId, name: string): Promise<Passkey | null> {
  const query = tx.updateTable('passkeys').set({ name }).where('user_id', '=', userId)
  const row = await ('uuid' in id ? query.where('uuid', '=', id.uuid) : query.where('id', '=', id.id))
    .returning(columns)
    .executeTakeFirst()
  return row === undefined ? null : toPasskey(row)
}

export async function deletePasskey(tx: Tx, userId: number, id: RecordId): Promise<Passkey | null> {
  const query = tx.deleteFrom('passkeys').where('user_id', '=', userId)
  const row = await ('uuid' in id ? query.where('uuid', '=', id.uuid) : query.where('id', '=', id.id))
    .returning(columns)
    .executeTakeFirst()
  return row === undefined ? null : toPasskey(row)
}

export async function deletePasskeysOf(tx: Tx, userId: number): Promise<number> {
  const gone = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

function toPasskey(row: Pick<Selectable<Schema['passkeys']>, (typeof columns)[number]>): Passkey {
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    isSynced: row.is_synced === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
