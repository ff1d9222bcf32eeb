/** What a pipeline file asks for, once it has been read and found right. Nothing in it has run yet. */
export interface PipelineFile {
  readonly when: Conditions
  /** Cron expressions, in UTC. */
  readonly schedule: readonly string[]
  readonly onNewCommit: OnNewCommit
  /** Pipelines of one branch, and those of tags, run one after the other. */
  readonly isSerial: boolean
  readonly plan: Plan
}

/** What becomes of pipelines of earlier commits that have not ended when a newer one gets its own. */
export type OnNewCommit = 'keep' | 'cancel_waiting' | 'cancel'

export type PipelineEvent = 'push' | 'pull_request' | 'manual' | 'schedule'

/** Which happenings it is for; null: any. Branches, tags and paths are globs. */
export interface Conditions {
  readonly branch: readonly string[] | null
  readonly tag: readonly string[] | null
  readonly event: readonly PipelineEvent[] | null
  readonly path: readonly string[] | null
}

export interface Plan {
  readonly variables: Readonly<Record<string, string>>
  /** Each stands behind those that it needs; a matrix is spread out already. */
  readonly jobs: readonly PlannedJob[]
}

export interface PlannedJob {
  /** Unique; with the values of its matrix in brackets. */
  readonly name: string
  readonly needs: readonly string[]
  readonly image: string | null
  readonly packages: readonly string[]
  readonly services: readonly PlannedService[]
  readonly matrix: Readonly<Record<string, string>>
  readonly when: Conditions
  readonly after: After
  /** Runs only when somebody says so. */
  readonly isManual: boolean
  readonly steps: readonly PlannedStep[]
  /** The key may hold `${{ hash('…') }}`, which is only known once the files are there. */
  readonly cache: { readonly key: string; readonly paths: readonly string[] } | null
  readonly artifacts: { readonly paths: readonly string[]; readonly expireInS: number | null } | null
  readonly allowFailure: boolean
  /** How often it is tried again when it fails. */
  readonly retries: number
  readonly timeoutS: number | null
  readonly history: HistoryDepth
}

/** How those that a job needs must have ended for it to run. */
export type After = 'success' | 'failure' | 'either'

/** Of how many commits git knows in a job. */
export type HistoryDepth = number | 'all'

export interface PlannedStep {
  readonly name: string
  /** For `sh -e`. */
  readonly run: string
  readonly env: Readonly<Record<string, string>>
}

/** A server beside the job, which finds it under `name`. */
export interface PlannedService {
  readonly name: string
  readonly image: string
  readonly env: Readonly<Record<string, string>>
}

/** One thing that is wrong with a pipeline file, and where: lines and columns count from 1. */
export interface FileError {
  readonly line: number
  readonly column: number
  readonly message: string
}
