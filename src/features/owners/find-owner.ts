import { nameKey } from '../../core/slug.ts'
import type { Reader } from '../../db/handle.ts'

/** Whoever repositories can belong to. */
export interface Owner {
  readonly id: number
  readonly uuid: string
  readonly kind: 'user' | 'team'
  readonly name: string
  readonly directory: string
}

/** By the name of today, or by one that it had. */
export async function findOwner(reader: Reader, name: string): Promise<Owner | null> {
  const key = nameKey(name)
  const select = reader
    .selectFrom('owners')
    .select(['id', 'uuid', 'kind', 'name', 'directory'])
    .where('kind', '!=', 'deleted')
    .$narrowType<{ kind: Owner['kind'] }>()
  const owner = await select.where('name_key', '=', key).executeTakeFirst()
  if (owner !== undefined) return owner
  const renamed = await select
    .where('id', '=', (eb) => eb.selectFrom('owner_redirects').select('owner_id').where('name_key', '=', key))
    .executeTakeFirst()
  return renamed ?? null
}
