import type { Selectable } from 'kysely'
import type { RecordId } from '../../core/record-id.ts'
import type { User } from '../../core/user.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'
import type { Claims } from '../../oidc/oidc.ts'
import { findUserById } from '../users/find-user.ts'

/** Somebody at the service where they sign in, to whom an account here belongs. */
export interface Identity {
  readonly id: number
  readonly uuid: string
  readonly issuer: string
  readonly email: string | null
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

export interface KnownIdentity extends Identity {
  readonly user: User
}

const columns = ['id', 'uuid', 'issuer', 'email', 'created_at', 'last_used_at'] as const

/** Null when any account has this identity already. */
export async function insertIdentity(tx: Tx, userId: number, claims: Claims): Promise<Identity | null> {
  const row = await tx
    .insertInto('sign_in_identities')
    .values({
      uuid: uuid(),
      user_id: userId,
      issuer: claims.issuer,
      subject: claims.subject,
      email: claims.email,
      created_at: tx.now,
    })
    .onConflict((oc) => oc.columns(['issuer', 'subject']).doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row === undefined ? null : toIdentity(row)
}

/** The issuer and the subject say who it is: an address never does. */
export async function findIdentity(
  reader: Reader,
  { issuer, subject }: Pick<Claims, 'issuer' | 'subject'>,
): Promise<KnownIdentity | null> {
  const row = await reader
    .selectFrom('sign_in_identities')
    .select([...columns, 'user_id'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  const user = row === undefined ? null : await findUserById(reader, row.user_id)
  return row === undefined || user === null ? null : { ...toIdentity(row), user }
}

export async function listIdentitiesOf(reader: Reader, userId: number): Promise<readonly Identity[]> {
  const query = reader.selectFrom('sign_in_identities').select(columns).where('user_id', '=', userId).orderBy('id')
  return (await query.execute()).map(toIdentity)
}

/** Whether it is still there; then its use is written down, with the address as it is now. */
export async function saveUse(tx: Tx, id: number, email: string | null): Promise<boolean> {
  const saved = await tx
    .updateTable('sign_in_identities')
    .set({ last_used_at: tx.now, email })
    .where('id', '=', id)
    .executeTakeFirst()
  return saved.numUpdatedRows === 1n
}

export async function deleteIdentity(tx: Tx, userId: number, id: RecordId): Promise<Identity | null> {
  const query = tx.deleteFrom('sign_in_identities').where('user_id', '=', userId)
  const row = await ('uuid' in id ? query.where('uuid', '=', id.uuid) : query.where('id', '=', id.id))
    .returning(columns)
    .executeTakeFirst()
  return row === undefined ? null : toIdentity(row)
}

function toIdentity(row: Pick<Selectable<Schema['sign_in_identities']>, (typeof columns)[number]>): Identity {
  return {
    id: row.id,
    uuid: row.uuid,
    issuer: row.issuer,
    email: row.email,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
