import type { Generated } from 'kysely'

/** The tables of pipelines, their logs, and what they leave. */
export interface PipelinesSchema {
  pipelines: PipelinesTable
  pipeline_jobs: PipelineJobsTable
  pipeline_logs: PipelineLogsTable
  pipeline_artifacts: PipelineArtifactsTable
  pipeline_caches: PipelineCachesTable
  pipeline_schedules: PipelineSchedulesTable
}

interface PipelinesTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  /** Counts in its repository. */
  number: number
  mode: 'easy' | 'power'
  status: 'created' | 'pending' | 'running' | 'blocked' | 'success' | 'failed' | 'canceled' | 'timed_out' | 'error'
  trigger_event: 'push' | 'pull_request' | 'manual' | 'schedule'
  /** In full: `refs/heads/main`. */
  ref: string
  commit_sha: string
  /** What it is compared with, to tell which files have changed; null where there is nothing. */
  base_sha: string | null
  /** Where the commit comes from, when that is another repository. */
  source_repo_id: number | null
  /** Of which pull request. */
  thread_id: number | null
  /** 0: written by somebody who may not push here; it gets no secret. */
  is_trusted: number
  triggered_by: number | null
  approved_by: number | null
  retry_of: number | null
  /** JSON: names of the jobs that are run again; null for all. */
  only_jobs: string | null
  /** JSON, encrypted: what was given with a manual trigger. */
  variables_sealed: string | null
  /** Who gave them: whoever runs it again does not make them their own. */
  variables_by: number | null
  /** It begins when no other of its repository with the same group is under way or was made before it; null: at once. */
  serial_group: string | null
  error: string | null
  /** JSON. */
  stages: string
  sbom: string | null
  /** How many workers have taken it up. */
  attempts: number
  /** Whoever runs it holds it: what somebody else writes does not count. */
  lease: string | null
  lease_until: number | null
  log_lines: number
  created_at: number
  started_at: number | null
  finished_at: number | null
}

interface PipelineJobsTable {
  id: Generated<number>
  uuid: string
  pipeline_id: number
  position: number
  name: string
  /** JSON: names. */
  needs: string
  status: 'pending' | 'running' | 'success' | 'failed' | 'canceled' | 'timed_out' | 'skipped'
  exit_code: number | null
  allow_failure: number
  is_manual: number
  /** JSON. */
  steps: string
  started_at: number | null
  finished_at: number | null
}

/** Lines are kept in compressed pieces: a row a line would be ten times the room. */
interface PipelineLogsTable {
  pipeline_id: number
  /** From 1. */
  first_line: number
  line_count: number
  data: Uint8Array
}

interface PipelineArtifactsTable {
  id: Generated<number>
  uuid: string
  pipeline_id: number
  repo_id: number
  job_name: string
  name: string
  blob_id: number
  /** As of a cache: whose run it was. Null for the oldest. */
  realm: string | null
  created_at: number
  expires_at: number | null
}

/** What one pipeline keeps for the next. `realm` keeps apart who trusts whom: a fork's cannot reach a branch's. */
interface PipelineCachesTable {
  id: Generated<number>
  repo_id: number
  realm: string
  cache_key: string
  blob_id: number
  created_at: number
  used_at: number
}

interface PipelineSchedulesTable {
  id: Generated<number>
  repo_id: number
  expression: string
  next_at: number
  /** The time that its last pipeline was for. */
  ran_for: number | null
}
