import type { Page, PageRequest } from '../../core/page.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { nameKey } from '../../core/slug.ts'
import { countOf } from '../../db/count-of.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import { uuid } from '../../db/uuid.ts'
import type { Label } from './label.ts'
import type { LabelValues } from './label-input.ts'

function select(reader: Reader, repoId: number) {
  return reader
    .selectFrom('labels')
    .select(['id', 'uuid', 'name', 'color', 'type', 'description'])
    .where('repo_id', '=', repoId)
}

export function pageOfLabels(reader: Reader, repoId: number, request: PageRequest): Promise<Page<Label>> {
  return readPage(select(reader, repoId).orderBy('name_key'), request)
}

/** By its name, or by an id of either form. Of this repository alone. */
export async function findLabel(reader: Reader, repoId: number, key: string): Promise<Label | null> {
  const named = await select(reader, repoId).where('name_key', '=', nameKey(key.trim())).executeTakeFirst()
  if (named !== undefined) return named
  const id = recordIdIn(key)
  if (id === null) return null
  const all = select(reader, repoId)
  return (
    (await ('uuid' in id ? all.where('uuid', '=', id.uuid) : all.where('id', '=', id.id)).executeTakeFirst()) ?? null
  )
}

export function countLabels(reader: Reader, repoId: number): Promise<number> {
  return countOf(reader.selectFrom('labels').where('repo_id', '=', repoId))
}

/** Null when there is one of this name. */
export async function insertLabel(tx: Tx, repoId: number, values: LabelValues): Promise<Label | null> {
  const row = await tx
    .insertInto('labels')
    .values({ uuid: uuid(), repo_id: repoId, ...values, name_key: nameKey(values.name), created_at: tx.now })
    .onConflict((oc) => oc.columns(['repo_id', 'name_key']).doNothing())
    .returning(['id', 'uuid', 'name', 'color', 'type', 'description'])
    .executeTakeFirst()
  return row ?? null
}

export async function saveLabel(tx: Tx, id: number, values: LabelValues): Promise<void> {
  await tx
    .updateTable('labels')
    .set({ ...values, name_key: nameKey(values.name) })
    .where('id', '=', id)
    .execute()
}

export async function deleteLabelRow(tx: Tx, id: number): Promise<boolean> {
  const deleted = await tx.deleteFrom('labels').where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/** Takes it off some of the threads that have it; false when none is left. */
export async function takeOff(tx: Tx, labelId: number, most: number): Promise<boolean> {
  const some = tx.selectFrom('thread_labels').select('thread_id').where('label_id', '=', labelId).limit(most)
  const deleted = await tx
    .deleteFrom('thread_labels')
    .where('label_id', '=', labelId)
    .where('thread_id', 'in', some)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
