import type { Selectable } from 'kysely'
import type { RecordId } from '../../core/record-id.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'
import { seal, unseal } from '../../secrets/seal.ts'
import type { VariableValues } from './parse-variable.ts'
import type { Variable, VariablePlace } from './variable.ts'

type Row = Selectable<Schema['ci_variables']>

function select(reader: Reader, place: VariablePlace) {
  const all = reader.selectFrom('ci_variables').selectAll()
  return 'repoId' in place ? all.where('repo_id', '=', place.repoId) : all.where('team_id', '=', place.teamId)
}

/** All of a place: there are few. By key. */
export async function allVariables(reader: Reader, place: VariablePlace): Promise<readonly Variable[]> {
  return (await select(reader, place).orderBy('key').execute()).map(toVariable)
}

export interface OpenVariable extends Pick<Variable, 'key' | 'isSecret' | 'protectedOnly'> {
  /** Opens it, where it is a secret. */
  readonly read: (sealKey: Uint8Array) => string
}

/** With what secrets hold. For pipelines alone. */
export async function openVariables(reader: Reader, place: VariablePlace): Promise<readonly OpenVariable[]> {
  const rows = await select(reader, place).orderBy('key').execute()
  return rows.map((row) => ({ ...toVariable(row), read: (sealKey) => valueOf(row, sealKey) }))
}

export async function findVariable(reader: Reader, place: VariablePlace, id: RecordId): Promise<Variable | null> {
  const all = select(reader, place)
  const row = await ('uuid' in id ? all.where('uuid', '=', id.uuid) : all.where('id', '=', id.id)).executeTakeFirst()
  return row === undefined ? null : toVariable(row)
}

/** Null when the place has one of this key. */
export async function insertVariable(
  tx: Tx,
  place: VariablePlace,
  values: VariableValues & { readonly sealKey: Uint8Array },
): Promise<Variable | null> {
  const id = uuid()
  const row = await tx
    .insertInto('ci_variables')
    .values({
      uuid: id,
      repo_id: 'repoId' in place ? place.repoId : null,
      team_id: 'teamId' in place ? place.teamId : null,
      key: values.key,
      ...stored(values.sealKey, id, values.value ?? '', values.isSecret),
      is_protected_only: values.protectedOnly ? 1 : 0,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .onConflict((oc) => oc.columns('repoId' in place ? ['repo_id', 'key'] : ['team_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toVariable(row)
}

export async function saveVariable(
  tx: Tx,
  old: Variable,
  values: VariableValues & { readonly sealKey: Uint8Array },
): Promise<Variable> {
  // A value that stays is written again only where it becomes a secret.
  const value = values.value ?? (values.isSecret && !old.isSecret ? old.value : null)
  const row = await tx
    .updateTable('ci_variables')
    .set({
      key: values.key,
      ...(value === null ? {} : stored(values.sealKey, old.uuid, value, values.isSecret)),
      is_protected_only: values.protectedOnly ? 1 : 0,
      updated_at: tx.now,
    })
    .where('id', '=', old.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toVariable(row)
}

export async function deleteVariable(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('ci_variables').where('id', '=', id).execute()
}

function stored(sealKey: Uint8Array, rowUuid: string, value: string, isSecret: boolean) {
  return {
    value: isSecret ? null : value,
    value_sealed: isSecret ? seal(sealKey, sealedAt(rowUuid), value) : null,
    size: Buffer.byteLength(value),
  }
}

function valueOf(row: Row, sealKey: Uint8Array): string {
  return row.value_sealed === null ? (row.value ?? '') : unseal(sealKey, sealedAt(row.uuid), row.value_sealed)
}

/** Authenticated with the value: a ciphertext that was copied to another row does not open there. */
function sealedAt(rowUuid: string): string {
  return `ci_variables.value of ${rowUuid}`
}

function toVariable(row: Row): Variable {
  return {
    id: row.id,
    uuid: row.uuid,
    key: row.key,
    value: row.value_sealed === null ? (row.value ?? '') : null,
    isSecret: row.value_sealed !== null,
    scope: row.repo_id === null ? 'team' : 'repository',
    protectedOnly: row.is_protected_only === 1,
    size: row.size,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
