// As growth, on PostgreSQL.
import { startPostgres } from '../test/support/own-postgres.ts'
import type { Figure, Options } from './support/benchmark.ts'
import { isSmallest } from './support/data-sets.ts'
import { measureGrowth } from './support/growth.ts'

export const name = 'growth-postgres'
export const against = 'the same service with 100 repositories'

export async function run(options: Options): Promise<readonly Figure[]> {
  if (isSmallest(options)) return []
  const postgres = await startPostgres()
  try {
    return await measureGrowth(options, postgres)
  } finally {
    await postgres.stop()
  }
}
