import { type TProperties, Type } from 'typebox'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import type { Artifact } from '../../../features/pipelines/artifacts.ts'
import type { LogLine } from '../../../features/pipelines/log-line.ts'
import {
  type JobStep,
  type Pipeline,
  type PipelineDetail,
  type PipelineJob,
  pipelineStatuses,
  stageNames,
} from '../../../features/pipelines/pipeline.ts'
import { refType, shortRef } from '../../../features/pipelines/short-ref.ts'
import { maybeText, maybeTimestamp, plain, sameInBoth, timestamp } from './form.ts'

/** In both forms the id of a pipeline is a string. */
const id = Type.String({ format: 'uuid' })
const maybeNumber = Type.Union([Type.Integer(), Type.Null()])

const fields: TProperties = {
  id,
  number: Type.Integer({ description: 'Counts in the repository' }),
  status: Type.String({ enum: [...pipelineStatuses] }),
  mode: Type.String({ enum: ['easy', 'power'] }),
  trigger: Type.String({ enum: ['push', 'pull_request', 'manual', 'schedule'] }),
  ref: Type.String({ description: 'The branch or tag; refs/pull/N/head for a pull request' }),
  ref_type: Type.String({ enum: ['branch', 'tag', 'pull_request'] }),
  commit_sha: Type.String(),
  pull: Type.Union([Type.Integer(), Type.Null()], { description: 'The number of its pull request' }),
  triggered_by: maybeText,
  retry_of: Type.Union([Type.String(), Type.Null()], { description: 'The id of the pipeline that this repeats' }),
  error: maybeText,
  duration_ms: Type.Integer({ description: 'Up to now while it runs' }),
  created_at: timestamp,
  started_at: maybeTimestamp,
  finished_at: maybeTimestamp,
}

function presentPipeline(one: Pipeline): object {
  return {
    id: one.uuid,
    number: one.number,
    status: one.status,
    mode: one.mode,
    trigger: one.trigger,
    ref: shortRef(one.ref),
    ref_type: refType(one.ref),
    commit_sha: one.sha,
    pull: one.pull,
    triggered_by: one.triggeredBy,
    retry_of: one.retryOf,
    error: one.error,
    duration_ms: one.durationMs,
    created_at: iso(one.createdAt),
    started_at: maybeIso(one.startedAt),
    finished_at: maybeIso(one.finishedAt),
  }
}

const step = Type.Object({
  name: Type.String(),
  status: Type.String(),
  exit_code: maybeNumber,
  duration_ms: maybeNumber,
})

const job = Type.Object({
  id,
  name: Type.String(),
  status: Type.String({ enum: ['pending', 'running', 'success', 'failed', 'canceled', 'timed_out', 'skipped'] }),
  exit_code: maybeNumber,
  needs: Type.Array(Type.String()),
  allow_failure: Type.Boolean(),
  manual: Type.Boolean({ description: 'Runs only when somebody says so: `POST …/retry?job=NAME`' }),
  attempt: Type.Integer({ description: 'More than 1 where it has failed before and was tried again' }),
  duration_ms: maybeNumber,
  started_at: maybeTimestamp,
  finished_at: maybeTimestamp,
  steps: Type.Array(step),
})

const detailFields: TProperties = {
  ...fields,
  approved_by: Type.Union([Type.String(), Type.Null()], { description: 'Who let the pipeline of a fork run' }),
  log_lines: Type.Integer(),
  stages: Type.Array(
    Type.Object({
      name: Type.String({ enum: [...stageNames] }),
      status: Type.String({ enum: ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] }),
      duration_ms: maybeNumber,
    }),
  ),
  jobs: Type.Array(job),
  sbom: Type.Union([
    Type.Object(
      {
        result: Type.String({ enum: ['PASS', 'FAIL'] }),
        analysed: Type.Optional(
          Type.Boolean({
            description: 'False where nobody has looked for vulnerabilities: then the counts say nothing',
          }),
        ),
      },
      { additionalProperties: true },
    ),
    Type.Null(),
  ]),
}

export function presentDetail(one: PipelineDetail): object {
  return {
    ...presentPipeline(one),
    approved_by: one.approvedBy,
    log_lines: one.logLines,
    stages: one.stages.map(({ name, status, durationMs }) => ({ name, status, duration_ms: durationMs })),
    jobs: one.jobs.map(presentJob),
    sbom: one.sbom,
  }
}

function presentJob(one: PipelineJob): object {
  return {
    id: one.uuid,
    name: one.name,
    status: one.status,
    exit_code: one.exitCode,
    needs: one.needs,
    allow_failure: one.allowFailure,
    manual: one.isManual,
    attempt: one.attempt?.number ?? 1,
    duration_ms: tookMs(one),
    started_at: maybeIso(one.startedAt),
    finished_at: maybeIso(one.finishedAt),
    steps: one.steps.map((each) => ({
      name: each.name,
      status: each.status,
      exit_code: each.exitCode,
      duration_ms: tookMs(each),
    })),
  }
}

function tookMs({ startedAt, finishedAt }: Pick<JobStep, 'startedAt' | 'finishedAt'>): number | null {
  return startedAt === null || finishedAt === null ? null : finishedAt - startedAt
}

export const pipeline = plain<Pipeline>(fields, presentPipeline)
export const pipelineDetail = plain<PipelineDetail>(detailFields, presentDetail)

export function presentLogLine(one: LogLine): object {
  return {
    line: one.number,
    content: one.text,
    stream: one.stream,
    timestamp: iso(one.at),
    job: one.job,
    step: one.step,
  }
}

export const logLine = plain<LogLine>(
  {
    line: Type.Integer({ description: 'From 1' }),
    content: Type.String(),
    stream: Type.String({ enum: ['stdout', 'stderr', 'system'], description: 'system: what the runner says itself' }),
    timestamp,
    job: Type.Union([Type.Integer(), Type.Null()], { description: 'Which of the jobs, from 0; null: none of them' }),
    step: maybeNumber,
  },
  presentLogLine,
)

export const artifact = sameInBoth<Artifact>(
  {
    job: Type.String(),
    name: Type.String(),
    size: Type.Integer(),
    sha256: Type.String(),
    download_url: Type.String({ format: 'uri' }),
    created_at: timestamp,
    expires_at: maybeTimestamp,
  },
  (one, { config }) => ({
    job: one.job,
    name: one.name,
    size: one.size,
    sha256: one.sha256,
    download_url: `${config.BASE_URL}/api/v1/repos/${one.path}`,
    created_at: iso(one.createdAt),
    expires_at: maybeIso(one.expiresAt),
  }),
)
