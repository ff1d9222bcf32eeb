import type { Selectable } from 'kysely'
import type { Role } from '../../core/roles.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'
import type { Kept } from './protection-kind.ts'

export interface BranchProtectionValues {
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
  readonly requireResolvedConversations: boolean
  readonly requireUpToDate: boolean
  readonly requireCodeOwnerApproval: boolean
  /** The last push has to be approved by somebody who did not make it. */
  readonly requireLastPushApproval: boolean
}

export interface BranchProtection extends BranchProtectionValues, Kept {}

/** All of a repository: there are few. By pattern. */
export async function allBranchProtections(reader: Reader, repoId: number): Promise<readonly BranchProtection[]> {
  const rows = await allOf(reader, { repoId })
  const pushers = await pushersOf(reader, rows)
  return rows.map((row) => toBranchProtection(row, pushers))
}

const allOf = prepared((db, its: { repoId: number }) =>
  db.selectFrom('branch_protections').selectAll().where('repo_id', '=', its.repoId).orderBy('pattern'),
)

/** Null when the repository has one of this pattern. */
export async function insertBranchProtection(
  tx: Tx,
  repoId: number,
  values: BranchProtectionValues,
): Promise<BranchProtection | null> {
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

export async function saveBranchProtection(
  tx: Tx,
  old: BranchProtection,
  values: BranchProtectionValues,
): Promise<BranchProtection> {
  await tx
    .updateTable('branch_protections')
    .set({ ...columnsOf(values), updated_at: tx.now })
    .where('id', '=', old.id)
    .execute()
  await tx.deleteFrom('branch_protection_pushers').where('protection_id', '=', old.id).execute()
  await savePushers(tx, old.id, values)
  return { ...old, ...values, updatedAt: tx.now }
}

export async function deleteBranchProtection(tx: Tx, id: number): Promise<boolean> {
  const result = await tx.deleteFrom('branch_protections').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}

async function savePushers(tx: Tx, id: number, { pushers }: BranchProtectionValues): Promise<void> {
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

function columnsOf(values: BranchProtectionValues) {
  return {
    pattern: values.pattern,
    push_role: values.pushRole,
    merge_role: values.mergeRole,
    allow_force_push: values.allowForcePush ? 1 : 0,
    allow_delete: values.allowDelete ? 1 : 0,
    required_approvals: values.requiredApprovals,
    dismiss_stale_approvals: values.dismissStaleApprovals ? 1 : 0,
    required_checks: JSON.stringify(values.requiredChecks),
    require_resolved_conversations: values.requireResolvedConversations ? 1 : 0,
    require_up_to_date: values.requireUpToDate ? 1 : 0,
    require_code_owner_approval: values.requireCodeOwnerApproval ? 1 : 0,
    require_last_push_approval: values.requireLastPushApproval ? 1 : 0,
  }
}

function toBranchProtection(
  row: Selectable<Schema['branch_protections']>,
  pushers: readonly PusherRow[],
): BranchProtection {
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
    requireResolvedConversations: row.require_resolved_conversations === 1,
    requireUpToDate: row.require_up_to_date === 1,
    requireCodeOwnerApproval: row.require_code_owner_approval === 1,
    requireLastPushApproval: row.require_last_push_approval === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
