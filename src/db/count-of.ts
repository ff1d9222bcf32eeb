import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** How many rows a query means that selects nothing yet. */
export async function countOf<Tables extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Tables, object>,
): Promise<number> {
  const row = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(row.count)
}
