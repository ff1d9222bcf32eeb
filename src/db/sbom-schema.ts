import type { Generated } from 'kysely'

/** The tables of what repositories are built from. */
export interface SbomSchema {
  sbom_inventories: SbomInventoriesTable
  sbom_scans: SbomScansTable
  sbom_verdicts: SbomVerdictsTable
}

/** What the same files say is kept once, however many commits have them. */
interface SbomInventoriesTable {
  id: Generated<number>
  repo_id: number
  /** Of the paths and ids of all files that were read. */
  digest: string
  /** Compressed; only the thread that made it looks inside. */
  packed: Uint8Array
  /** JSON: how many of what. */
  summary: string
  created_at: number
}

interface SbomScansTable {
  id: Generated<number>
  repo_id: number
  sha: string
  inventory_id: number
  /** Which version of our readers made it: what an older one made is made again. */
  readers: number
  created_at: number
}

/** What the gate said of a commit, the last time. */
interface SbomVerdictsTable {
  id: Generated<number>
  repo_id: number
  sha: string
  /** JSON */
  verdict: string
  /** JSON: the gravest ones. */
  findings: string
  created_at: number
}
