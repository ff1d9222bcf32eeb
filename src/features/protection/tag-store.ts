import type { Selectable } from 'kysely'
import type { Role } from '../../core/roles.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'
import type { Kept } from './protection-kind.ts'

export interface TagProtectionValues {
  readonly pattern: string
  readonly createRole: Role | 'Nobody'
  readonly deleteRole: Role | 'Nobody'
}

export interface TagProtection extends TagProtectionValues, Kept {}

/** All of a repository: there are few. By pattern. */
export async function allTagProtections(reader: Reader, repoId: number): Promise<readonly TagProtection[]> {
  const rows = reader.selectFrom('tag_protections').selectAll().where('repo_id', '=', repoId)
  return (await rows.orderBy('pattern').execute()).map(toTagProtection)
}

/** Null when the repository has one of this pattern. */
export async function insertTagProtection(
  tx: Tx,
  repoId: number,
  values: TagProtectionValues,
): Promise<TagProtection | null> {
  const row = await tx
    .insertInto('tag_protections')
    .values({ uuid: uuid(), repo_id: repoId, ...columnsOf(values), created_at: tx.now, updated_at: tx.now })
    .onConflict((oc) => oc.columns(['repo_id', 'pattern']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toTagProtection(row)
}

export async function saveTagProtection(
  tx: Tx,
  old: TagProtection,
  values: TagProtectionValues,
): Promise<TagProtection> {
  const changed = tx.updateTable('tag_protections').set({ ...columnsOf(values), updated_at: tx.now })
  await changed.where('id', '=', old.id).execute()
  return { ...old, ...values, updatedAt: tx.now }
}

export async function deleteTagProtection(tx: Tx, id: number): Promise<boolean> {
  const result = await tx.deleteFrom('tag_protections').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}

function columnsOf(values: TagProtectionValues) {
  return { pattern: values.pattern, create_role: values.createRole, delete_role: values.deleteRole }
}

function toTagProtection(row: Selectable<Schema['tag_protections']>): TagProtection {
  return {
    id: row.id,
    uuid: row.uuid,
    pattern: row.pattern,
    createRole: row.create_role,
    deleteRole: row.delete_role,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
