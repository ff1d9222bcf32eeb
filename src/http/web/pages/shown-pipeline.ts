import { fileSize } from '../../../core/file-size.ts'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import type { Artifact } from '../../../features/pipelines/artifacts.ts'
import type {
  GateResult,
  JobStep,
  Pipeline,
  PipelineDetail,
  PipelineJob,
  StageName,
} from '../../../features/pipelines/pipeline.ts'
import { refType, shortRef } from '../../../features/pipelines/short-ref.ts'
import type { ShownJob, ShownStep } from '../components/job-list.tsx'
import type { ShownArtifact } from '../components/pipeline-files.tsx'
import type { GateFacts } from '../components/pipeline-gate.tsx'
import type { ListedPipeline } from '../components/pipeline-row.tsx'
import type { ShownPipeline } from '../views/pipeline.tsx'

export function listedPipeline(one: Pipeline, title: string | undefined): ListedPipeline {
  return {
    id: one.uuid,
    number: one.number,
    status: one.status,
    title: title ?? null,
    sha: one.sha,
    ref: shortRef(one.ref),
    isTag: refType(one.ref) === 'tag',
    pull: one.pull,
    trigger: one.trigger,
    by: one.triggeredBy,
    at: iso(one.createdAt),
    durationMs: one.startedAt === null ? null : one.durationMs,
    isRunning: one.startedAt !== null && one.finishedAt === null,
  }
}

const stages: Readonly<Record<StageName, string>> = {
  static_validation: 'Validation',
  sbom_gate: 'SBOM gate',
  variable_resolution: 'Variables',
  execution: 'Jobs',
  report: 'Report',
}

export function shownPipeline(one: PipelineDetail, title: string | undefined, now: number): ShownPipeline {
  return {
    ...listedPipeline(one, title),
    approvedBy: one.approvedBy,
    error: one.error,
    retryOf: one.retryOf,
    hasEnded: one.finishedAt !== null,
    stages: one.stages.map(({ name, status, durationMs }) => ({ key: name, name: stages[name], status, durationMs })),
    jobs: one.jobs.map((job) => shownJob(job, one, now)),
    gate: one.sbom === null ? null : gateFacts(one.sbom),
  }
}

function shownJob(job: PipelineJob, pipeline: PipelineDetail, now: number): ShownJob {
  return {
    ...shownStep(job, now),
    ...(waits(job) ? { status: 'by-hand' } : {}),
    position: job.position,
    needs: job.needs,
    allowFailure: job.allowFailure,
    isReady: waits(job) && pipeline.status === 'success' && !pipeline.jobs.some((one) => isInTheWay(one, job)),
    attempt: job.attempt,
    steps: job.steps.map((step) => shownStep(step, now)),
    bar: barOf(job, pipeline, now),
  }
}

const waits = ({ isManual, status }: PipelineJob): boolean => isManual && status === 'skipped'

function isInTheWay(one: PipelineJob, job: PipelineJob): boolean {
  return job.needs.includes(one.name) && waits(one)
}

function shownStep(step: Omit<JobStep, 'attempt'>, now: number): ShownStep {
  const { name, status, exitCode, startedAt, finishedAt } = step
  const durationMs = startedAt === null ? null : Math.max(0, (finishedAt ?? now) - startedAt)
  return { name, status, exitCode, durationMs }
}

function barOf(job: PipelineJob, pipeline: PipelineDetail, now: number): ShownJob['bar'] {
  if (job.startedAt === null || pipeline.startedAt === null) return null
  const begin = pipeline.startedAt
  const whole = Math.max(1, (pipeline.finishedAt ?? now) - begin)
  const hundredth = (time: number): number => Math.min(100, Math.max(0, ((time - begin) / whole) * 100))
  const start = Math.min(99, hundredth(job.startedAt))
  const width = Math.max(1, hundredth(job.finishedAt ?? now) - start)
  return { start: Math.round(start * 10) / 10, width: Math.round(width * 10) / 10 }
}

/** Whatever it counted, in words. */
function gateFacts({ result, reason, analysed, ...counts }: GateResult): GateFacts {
  return {
    passed: result === 'PASS',
    reason: typeof reason === 'string' ? reason : null,
    // Zeros that nobody has counted would be read as good news.
    counts: Object.entries(analysed === false ? {} : counts).flatMap(([name, value]) =>
      typeof value === 'number' ? [{ label: inWords(name), value }] : [],
    ),
  }
}

function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function shownArtifact(one: Artifact): ShownArtifact {
  return {
    id: one.uuid,
    name: one.name,
    job: one.job,
    size: fileSize(one.size),
    expiresAt: maybeIso(one.expiresAt),
  }
}
