import type { Generated } from 'kysely'

/** What pipelines are told by those who look after a repository or a team. */
export interface CiVariablesSchema {
  ci_variables: CiVariablesTable
}

/** Of a repository, or of all that a team owns: one of the two ids is there. */
interface CiVariablesTable {
  id: Generated<number>
  uuid: string
  repo_id: number | null
  team_id: number | null
  key: string
  /** Null where it is a secret. */
  value: string | null
  /** AES-256-GCM, bound to this row; null where it is no secret. */
  value_sealed: string | null
  /** In bytes. */
  size: number
  is_protected_only: number
  created_at: number
  updated_at: number
}
