import type { Selectable } from 'kysely'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import { requireSha } from '../../core/sha.ts'
import type { Reader } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import type { Schema } from '../../db/schema.ts'
import type { GateResult, JobStep, Pipeline, PipelineDetail, PipelineJob, PipelineStatus, Stage } from './pipeline.ts'

function select(reader: Reader) {
  return reader
    .selectFrom('pipelines')
    .leftJoin('owners as trigger_user', 'trigger_user.id', 'pipelines.triggered_by')
    .leftJoin('owners as approver', 'approver.id', 'pipelines.approved_by')
    .leftJoin('pipelines as original', 'original.id', 'pipelines.retry_of')
    .leftJoin('threads', 'threads.id', 'pipelines.thread_id')
    .selectAll('pipelines')
    .select([
      'trigger_user.name as triggered_by_name',
      'approver.name as approved_by_name',
      'original.uuid as retry_of_uuid',
      'threads.number as pull_number',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

export interface PipelineFilter {
  readonly status?: PipelineStatus | undefined
  /** In full. */
  readonly ref?: string | undefined
  readonly sha?: string | undefined
  readonly threadId?: number | undefined
}

export async function pageOfPipelines(
  reader: Reader,
  repoId: number,
  filter: PipelineFilter,
  { request, now }: { readonly request: PageRequest; readonly now: number },
): Promise<Page<Pipeline>> {
  return mapPage(await readPage(newest(reader, repoId, filter), request), (row) => toPipeline(row, now))
}

/** The last few, without a look at how many there are. */
export async function lastPipelines(
  reader: Reader,
  repoId: number,
  filter: PipelineFilter,
  { most, now }: { readonly most: number; readonly now: number },
): Promise<readonly Pipeline[]> {
  const rows = await newest(reader, repoId, filter).limit(most).execute()
  return rows.map((row) => toPipeline(row, now))
}

function newest(reader: Reader, repoId: number, { status, ref, sha, threadId }: PipelineFilter) {
  let query = select(reader).where('pipelines.repo_id', '=', repoId)
  if (status !== undefined) query = query.where('pipelines.status', '=', status)
  if (ref !== undefined) query = query.where('pipelines.ref', '=', ref)
  if (sha !== undefined) query = query.where('pipelines.commit_sha', '=', sha)
  if (threadId !== undefined) query = query.where('pipelines.thread_id', '=', threadId)
  // Both say the same, each in the order of an index.
  return query.orderBy(ref === undefined ? 'pipelines.number' : 'pipelines.id', 'desc')
}

export async function findPipeline(
  reader: Reader,
  repoId: number,
  id: RecordId,
  now: number,
): Promise<PipelineDetail | null> {
  const all = select(reader).where('pipelines.repo_id', '=', repoId)
  const row = await ('uuid' in id
    ? all.where('pipelines.uuid', '=', id.uuid)
    : all.where('pipelines.id', '=', id.id)
  ).executeTakeFirst()
  if (row === undefined) return null
  return {
    ...toPipeline(row, now),
    stages: JSON.parse(row.stages) as Stage[],
    sbom: row.sbom === null ? null : (JSON.parse(row.sbom) as GateResult),
    jobs: await jobsOf(reader, row.id),
  }
}

async function jobsOf(reader: Reader, pipelineId: number): Promise<readonly PipelineJob[]> {
  const rows = await reader
    .selectFrom('pipeline_jobs')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .orderBy('position')
    .execute()
  return rows.map(toJob)
}

function toPipeline(row: Row, now: number): Pipeline {
  return {
    id: row.id,
    uuid: row.uuid,
    repoId: row.repo_id,
    number: row.number,
    mode: row.mode,
    status: row.status,
    trigger: row.trigger_event,
    ref: row.ref,
    sha: requireSha(row.commit_sha),
    pull: row.pull_number,
    isTrusted: row.is_trusted === 1,
    triggeredBy: row.triggered_by_name,
    approvedBy: row.approved_by_name,
    error: row.error,
    retryOf: row.retry_of_uuid,
    logLines: row.log_lines,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    durationMs: row.started_at === null ? 0 : Math.max(0, (row.finished_at ?? now) - row.started_at),
  }
}

function toJob(row: Selectable<Schema['pipeline_jobs']>): PipelineJob {
  const steps = JSON.parse(row.steps) as JobStep[]
  return {
    uuid: row.uuid,
    position: row.position,
    name: row.name,
    needs: JSON.parse(row.needs) as string[],
    status: row.status,
    exitCode: row.exit_code,
    allowFailure: row.allow_failure === 1,
    isManual: row.is_manual === 1,
    steps,
    attempt: steps[0]?.attempt ?? null,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}
