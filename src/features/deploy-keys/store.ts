import type { Selectable } from 'kysely'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import { countOf } from '../../db/count-of.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'
import type { PublicKey } from '../ssh-keys/parse-public-key.ts'

export interface DeployKey {
  readonly id: number
  readonly uuid: string
  readonly repoId: number
  readonly title: string
  readonly key: string
  readonly keyType: string
  readonly fingerprint: string
  readonly readOnly: boolean
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** Null when any repository has this key already. */
export async function insertDeployKey(
  tx: Tx,
  repoId: number,
  key: PublicKey,
  about: { readonly title: string; readonly readOnly: boolean },
): Promise<DeployKey | null> {
  const row = await tx
    .insertInto('deploy_keys')
    .values({
      uuid: uuid(),
      repo_id: repoId,
      title: about.title,
      key_type: key.type,
      public_key: key.text,
      fingerprint: key.fingerprint,
      read_only: about.readOnly ? 1 : 0,
      created_at: tx.now,
    })
    .onConflict((oc) => oc.column('fingerprint').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toDeployKey(row)
}

export function countDeployKeys(reader: Reader, repoId: number): Promise<number> {
  return countOf(reader.selectFrom('deploy_keys').where('repo_id', '=', repoId))
}

export async function listKeysOfRepo(reader: Reader, repoId: number, request: PageRequest): Promise<Page<DeployKey>> {
  const query = reader.selectFrom('deploy_keys').selectAll().where('repo_id', '=', repoId).orderBy('id', 'desc')
  return mapPage(await readPage(query, request), toDeployKey)
}

export async function findKeyOfRepo(reader: Reader, repoId: number, id: RecordId): Promise<DeployKey | null> {
  const query = reader.selectFrom('deploy_keys').selectAll().where('repo_id', '=', repoId)
  const row = await ('uuid' in id
    ? query.where('uuid', '=', id.uuid)
    : query.where('id', '=', id.id)
  ).executeTakeFirst()
  return row === undefined ? null : toDeployKey(row)
}

export async function findByFingerprint(reader: Reader, fingerprint: string): Promise<DeployKey | null> {
  const query = reader.selectFrom('deploy_keys').selectAll().where('fingerprint', '=', fingerprint)
  const row = await query.executeTakeFirst()
  return row === undefined ? null : toDeployKey(row)
}

export async function deleteDeployKey(tx: Tx, repoId: number, id: RecordId): Promise<DeployKey | null> {
  const query = tx.deleteFrom('deploy_keys').where('repo_id', '=', repoId)
  const row = await ('uuid' in id ? query.where('uuid', '=', id.uuid) : query.where('id', '=', id.id))
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toDeployKey(row)
}

export async function setLastUse(tx: Tx, keyId: number): Promise<void> {
  await tx.updateTable('deploy_keys').set({ last_used_at: tx.now }).where('id', '=', keyId).execute()
}

function toDeployKey(row: Selectable<Schema['deploy_keys']>): DeployKey {
  return {
    id: row.id,
    uuid: row.uuid,
    repoId: row.repo_id,
    title: row.title,
    key: row.public_key,
    keyType: row.key_type,
    fingerprint: row.fingerprint,
    readOnly: row.read_only === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
