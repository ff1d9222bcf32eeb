import { nameKey, type Slug } from '../../core/slug.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { uuid } from '../../db/uuid.ts'

/**
 * Null when the name is taken. Old names are looked at after the insert: whoever gave up the name at this moment has
 * then either not done so yet, or left its mark.
 */
export async function insertOwner(
  tx: Tx,
  kind: 'user' | 'team',
  name: Slug,
): Promise<{ readonly id: number; readonly uuid: string } | null> {
  const owner = await tx
    .insertInto('owners')
    .values({ uuid: uuid(), kind, name, name_key: nameKey(name), created_at: tx.now, directory: name })
    .onConflict((oc) => oc.column('name_key').doNothing())
    .returning(['id', 'uuid'])
    .executeTakeFirst()
  return owner === undefined || (await isKeptName(tx, name)) ? null : owner
}

/** Before anything is made for it; `insertOwner` has the last word. */
export async function isTakenName(reader: Reader, name: string): Promise<boolean> {
  const owner = await reader.selectFrom('owners').select('id').where('name_key', '=', nameKey(name)).executeTakeFirst()
  return owner !== undefined || (await isKeptName(reader, name))
}

/** Somebody was called so, and old links lead on to them. */
async function isKeptName(reader: Reader, name: string): Promise<boolean> {
  const kept = reader.selectFrom('owner_redirects').select('owner_id').where('name_key', '=', nameKey(name))
  return (await kept.executeTakeFirst()) !== undefined
}
