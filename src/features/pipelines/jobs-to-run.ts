import type { Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** Which jobs a pipeline is for. */
export interface JobsToRun {
  /** Null: all. */
  readonly names: readonly string[] | null
  has(name: string): boolean
}

/** All, or of one that is run again for its failed jobs only, those. */
export function jobsToRun({ only_jobs: only }: Pick<Selectable<Schema['pipelines']>, 'only_jobs'>): JobsToRun {
  const names = only === null ? null : (JSON.parse(only) as string[])
  return { names, has: (name) => names === null || names.includes(name) }
}
