// The same questions to a service with ten thousand repositories and a million issues, and to one with a hundredth.
import type { Figure, Options } from './support/benchmark.ts'
import { isSmallest } from './support/data-sets.ts'
import { measureGrowth } from './support/growth.ts'

export const name = 'growth'
export const against = 'the same service with 100 repositories'

export async function run(options: Options): Promise<readonly Figure[]> {
  if (isSmallest(options)) return []
  return measureGrowth(options, { newDatabase: null })
}
