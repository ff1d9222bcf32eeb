import type { Selectable } from 'kysely'
import type { RecordId } from '../../core/record-id.ts'
import type { Role } from '../../core/roles.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'

export interface ProtectionValues {
  readonly pattern: string
  readonly pushRole: Role | 'Nobody'
  readonly mergeRole: Role
  /** May push whatever their role, as long as they may write at all. */
  readonly pushers: readonly { readonly id: number; readonly username: string }[]
  readonly allowForcePush: boolean
  readonly allowDelete: boolean
  readonly requiredApprovals: number
  readonly dismissStaleApprovals: boolean
  readonly requiredChecks: readonly string[]
}

export interface Protection extends ProtectionValues {
  readonly id: number
  readonly uuid: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** All of a repository: there are few. By pattern. */
export async function allProtections(reader: Reader, repoId: number): Promise<readonly Protection[]> {
  const rows = await reader
    .selectFrom('branch_protections')
    .selectAll()
    .where('repo_id', '=', repoId)
    .orderBy('pattern')
    .execute()
  const pushers = await pushersOf(reader, rows)
  return rows.map((row) => toProtection(row, pushers))
}

export async function findProtection(reader: Reader, repoId: number, id: RecordId): Promise<Protection | null> {
  const query = reader.selectFrom('branch_protections').selectAll().where('repo_id', '=', repoId)
  const row = await ('uuid' in id
    ? query.where('uuid', '=', id.uuid)
    : query.where('id', '=', id.id)
  ).executeTakeFirst()
  return row === undefined ? null : toProtection(row, await pushersOf(reader, [row]))
}

/** Null when the repository has one of this pattern. */
export async function insertProtection(tx: Tx, repoId: number, values: ProtectionValues): Promise<Protection | null> {
  const row = await tx
    .insertInto('branch_protections')
    .values({ uuid: uuid(), repo_id: repoId, ...columnsOf(values), created_at: tx.now, updated_at: tx.now })
    .onConflict((oc) => oc.columns(['repo_id', 'pattern']).doNothing())
    .returning(['id', 'uuid'])
    .executeTakeFirst()
  if (row === undefined) return null
  await savePushers(tx, row.id, values)
  return { ...row, ...values, createdAt: tx.now, updatedAt: tx.now }
}

export async function saveProtection(tx: Tx, old: Protection, values: ProtectionValues): Promise<Protection> {
  await tx
    .updateTable('branch_protections')
    .set({ ...columnsOf(values), updated_at: tx.now })
    .where('id', '=', old.id)
    .execute()
  await tx.deleteFrom('branch_protection_pushers').where('protection_id', '=', old.id).execute()
  await savePushers(tx, old.id, values)
  return { ...old, ...values, updatedAt: tx.now }
}

export async function deleteProtection(tx: Tx, id: number): Promise<boolean> {
  const result = await tx.deleteFrom('branch_protections').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Until the end of the transaction nobody else changes the protections of this repository. */
export async function holdProtections(tx: Tx, repoId: number): Promise<void> {
  const row = tx.updateTable('repos').set((eb) => ({ refs_version: eb.ref('refs_version') }))
  await row.where('id', '=', repoId).execute()
}

export async function countProtections(tx: Tx, repoId: number): Promise<number> {
  const count = tx.selectFrom('branch_protections').select((eb) => eb.fn.countAll<number>().as('count'))
  return Number((await count.where('repo_id', '=', repoId).executeTakeFirstOrThrow()).count)
}

export async function isPatternTaken(tx: Tx, repoId: number, pattern: string): Promise<boolean> {
  const row = await tx
    .selectFrom('branch_protections')
    .select('id')
    .where('repo_id', '=', repoId)
    .where('pattern', '=', pattern)
    .executeTakeFirst()
  return row !== undefined
}

async function savePushers(tx: Tx, id: number, { pushers }: ProtectionValues): Promise<void> {
  if (pushers.length === 0) return
  const rows = pushers.map((user) => ({ protection_id: id, user_id: user.id }))
  await tx.insertInto('branch_protection_pushers').values(rows).execute()
}

interface PusherRow {
  readonly protection_id: number
  readonly id: number
  readonly username: string
}

async function pushersOf(reader: Reader, rows: readonly { readonly id: number }[]): Promise<readonly PusherRow[]> {
  if (rows.length === 0) return []
  return reader
    .selectFrom('branch_protection_pushers')
    .innerJoin('owners', 'owners.id', 'branch_protection_pushers.user_id')
    .select(['branch_protection_pushers.protection_id', 'owners.id', 'owners.name as username'])
    .where(
      'branch_protection_pushers.protection_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('owners.name_key')
    .execute()
}

function columnsOf(values: ProtectionValues) {
  return {
    pattern: values.pattern,
    push_role: values.pushRole,
    merge_role: values.mergeRole,
    allow_force_push: values.allowForcePush ? 1 : 0,
    allow_delete: values.allowDelete ? 1 : 0,
    required_approvals: values.requiredApprovals,
    dismiss_stale_approvals: values.dismissStaleApprovals ? 1 : 0,
    required_checks: JSON.stringify(values.requiredChecks),
  }
}

function toProtection(row: Selectable<Schema['branch_protections']>, pushers: readonly PusherRow[]): Protection {
  return {
    id: row.id,
    uuid: row.uuid,
    pattern: row.pattern,
    pushRole: row.push_role,
    mergeRole: row.merge_role,
    pushers: pushers.filter((one) => one.protection_id === row.id).map(({ id, username }) => ({ id, username })),
    allowForcePush: row.allow_force_push === 1,
    allowDelete: row.allow_delete === 1,
    requiredApprovals: row.required_approvals,
    dismissStaleApprovals: row.dismiss_stale_approvals === 1,
    requiredChecks: JSON.parse(row.required_checks) as string[],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
