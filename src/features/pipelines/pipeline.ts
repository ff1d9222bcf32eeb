import type { PipelineEvent } from '../../ci/plan.ts'
import type { Sha } from '../../core/sha.ts'

export const pipelineStatuses = [
  'created',
  'pending',
  'running',
  'blocked',
  'success',
  'failed',
  'canceled',
  'timed_out',
  'error',
] as const
export type PipelineStatus = (typeof pipelineStatuses)[number]

/** How it can end. What has ended never changes: to run it again makes a new one. */
export type PipelineEnd = Exclude<PipelineStatus, 'created' | 'pending' | 'running' | 'blocked'>

export type PipelineMode = 'easy' | 'power'

export const stageNames = ['static_validation', 'sbom_gate', 'variable_resolution', 'execution', 'report'] as const
export type StageName = (typeof stageNames)[number]

export interface Stage {
  readonly name: StageName
  readonly status: 'pending' | 'running' | 'success' | 'failed' | 'canceled' | 'skipped'
  readonly durationMs: number | null
}

export type JobStatus = 'pending' | 'running' | 'success' | 'failed' | 'canceled' | 'timed_out' | 'skipped'

export interface JobStep {
  readonly name: string
  readonly status: JobStatus
  readonly exitCode: number | null
  readonly startedAt: number | null
  readonly finishedAt: number | null
  /** Of a job that has failed before: what came of the step then is in the log alone. */
  readonly attempt?: Attempt
}

export interface Attempt {
  readonly number: number
  /** At most. */
  readonly of: number
}

export interface PipelineJob {
  readonly uuid: string
  readonly position: number
  readonly name: string
  readonly needs: readonly string[]
  readonly status: JobStatus
  readonly exitCode: number | null
  readonly allowFailure: boolean
  /** Runs only when somebody says so. */
  readonly isManual: boolean
  readonly steps: readonly JobStep[]
  /** Null while it is in its first. */
  readonly attempt: Attempt | null
  readonly startedAt: number | null
  readonly finishedAt: number | null
}

export interface Pipeline {
  readonly id: number
  readonly uuid: string
  readonly repoId: number
  readonly number: number
  readonly mode: PipelineMode
  readonly status: PipelineStatus
  readonly trigger: PipelineEvent
  /** In full: `refs/heads/main`. */
  readonly ref: string
  readonly sha: Sha
  /** The number of the pull request that it is for. */
  readonly pull: number | null
  readonly isTrusted: boolean
  readonly triggeredBy: string | null
  readonly approvedBy: string | null
  readonly error: string | null
  /** The UUID of the one that this repeats. */
  readonly retryOf: string | null
  readonly logLines: number
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  /** Up to now while it runs. */
  readonly durationMs: number
}

/** What the SBOM gate found. */
export interface GateResult {
  readonly result: 'PASS' | 'FAIL'
  readonly [count: string]: unknown
}

export interface PipelineDetail extends Pipeline {
  readonly stages: readonly Stage[]
  readonly jobs: readonly PipelineJob[]
  readonly sbom: GateResult | null
}

export const newStages: readonly Stage[] = stageNames.map((name) => ({ name, status: 'pending', durationMs: null }))
