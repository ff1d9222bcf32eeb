import { Type } from 'typebox'
import { parseRecordId } from '../../../core/record-id.ts'
import { approvePipeline } from '../../../features/pipelines/approve-pipeline.ts'
import { listArtifacts, openArtifact } from '../../../features/pipelines/artifacts.ts'
import { cancelPipeline } from '../../../features/pipelines/cancel-pipeline.ts'
import { pipelineStatuses } from '../../../features/pipelines/pipeline.ts'
import { listJobLog } from '../../../features/pipelines/read-job-log.ts'
import { readLog } from '../../../features/pipelines/read-log.ts'
import { getPipeline, listPipelines } from '../../../features/pipelines/read-pipelines.ts'
import { retryPipeline } from '../../../features/pipelines/retry-pipeline.ts'
import { triggerPipeline } from '../../../features/pipelines/trigger-pipeline.ts'
import { logEvents } from '../../sse/log-events.ts'
import { maybeRevision } from '../revision-field.ts'
import { route } from '../route.ts'

const tag = 'CI'
const text = Type.String({ maxLength: 255 })
const ofRepo = { owner: text, repo: text }
const repoParams = Type.Object(ofRepo)
const ofPipeline = { ...ofRepo, id: text }
const pipelineParams = Type.Object(ofPipeline)
const reading = { tag, right: 'anyone', scope: 'ci:read', role: 'Reader', rate: 'api' } as const
const writing = { tag, right: 'user', scope: 'ci:write', role: 'Developer', rate: 'api' } as const
const at = '/repos/{owner}/{repo}/ci/pipelines'

export const pipelineRoutes = [
  route({
    method: 'GET',
    path: at,
    summary: 'Pipelines, newest first',
    ...reading,
    params: repoParams,
    query: Type.Object({
      status: Type.Optional(Type.Union(pipelineStatuses.map((one) => Type.Literal(one)))),
      ref: Type.Optional(Type.String({ maxLength: 300, description: 'A branch, or a ref in full' })),
      commit: Type.Optional(Type.String({ maxLength: 64, description: 'The id of a commit' })),
    }),
    output: { kind: 'list', resource: 'pipeline' },
    handle: ({ app, actor, params, query: { commit: sha, ...query }, page }) =>
      listPipelines(app, actor, params, { ...query, sha, page }),
  }),
  route({
    method: 'POST',
    path: `${at}/trigger`,
    summary: 'Start a pipeline by hand',
    ...writing,
    params: repoParams,
    body: Type.Object({
      ref: maybeRevision,
      variables: Type.Optional(
        Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 65_536 }), {
          description:
            'For this run only; over those of repository and team. Shown in logs: a secret belongs into a secret variable. Given for a protected branch by somebody who may not push to it, they cost the run the variables for protected branches',
          examples: [{ LEVEL: 'full' }],
        }),
      ),
    }),
    output: { kind: 'one', status: 201, resource: 'pipelineDetail' },
    handle: ({ app, actor, params, body }) => triggerPipeline(app, actor, params, body),
  }),
  route({
    method: 'GET',
    path: `${at}/{id}`,
    summary: 'A pipeline with its stages and jobs',
    ...reading,
    params: pipelineParams,
    output: { kind: 'one', status: 200, resource: 'pipelineDetail' },
    handle: ({ app, actor, params }) => getPipeline(app, actor, params, parseRecordId(params.id)),
  }),
  route({
    method: 'POST',
    path: `${at}/{id}/cancel`,
    summary: 'End a pipeline and every process of it',
    ...writing,
    params: pipelineParams,
    output: { kind: 'one', status: 200, resource: 'pipelineDetail' },
    handle: ({ app, actor, params }) => cancelPipeline(app, actor, params, parseRecordId(params.id)),
  }),
  route({
    method: 'POST',
    path: `${at}/{id}/retry`,
    summary: 'Run an ended pipeline again, as a new one',
    ...writing,
    params: pipelineParams,
    query: Type.Object({
      only: Type.Optional(Type.Literal('failed', { description: 'Jobs that succeeded are not run again' })),
      job: Type.Optional(
        Type.String({ description: 'Only the job of this name and those that need it: also one that is run by hand' }),
      ),
    }),
    output: { kind: 'one', status: 201, resource: 'pipelineDetail' },
    handle: ({ app, actor, params, query }) =>
      retryPipeline(app, actor, params, {
        id: parseRecordId(params.id),
        again: query.job === undefined ? (query.only ?? 'all') : { job: query.job },
      }),
  }),
  route({
    method: 'POST',
    path: `${at}/{id}/approve`,
    summary: 'Let the pipeline of a fork run, for exactly this commit',
    ...writing,
    params: pipelineParams,
    output: { kind: 'one', status: 200, resource: 'pipelineDetail' },
    handle: ({ app, actor, params }) => approvePipeline(app, actor, params, parseRecordId(params.id)),
  }),
  route({
    method: 'GET',
    path: `${at}/{id}/logs`,
    summary: 'The log, line by line: an envelope in both forms',
    ...reading,
    params: pipelineParams,
    query: Type.Object({
      job: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 10_000, description: 'Only lines of this one of the jobs, from 0' }),
      ),
    }),
    output: { kind: 'list', resource: 'logLine', envelope: true },
    handle: ({ app, actor, params, query: { job }, page }) => {
      const id = parseRecordId(params.id)
      return job === undefined
        ? readLog(app, actor, params, { id, page })
        : listJobLog(app, actor, params, { id, job, page })
    },
  }),
  route({
    method: 'GET',
    path: `${at}/{id}/logs/stream`,
    summary: 'The log as it grows, to its end: a line an event, with its number as id',
    ...reading,
    params: pipelineParams,
    query: Type.Object({
      after: Type.Optional(
        Type.Integer({ minimum: 0, description: 'The line to go on behind, where no Last-Event-ID can be sent' }),
      ),
    }),
    output: { kind: 'events' },
    handle: ({ app, actor, params, query: { after } }) =>
      logEvents(app, actor, params, { id: parseRecordId(params.id), after }),
  }),
  route({
    method: 'GET',
    path: `${at}/{id}/artifacts`,
    summary: 'What the jobs left',
    ...reading,
    params: pipelineParams,
    output: { kind: 'list', resource: 'artifact' },
    handle: ({ app, actor, params, page }) => listArtifacts(app, actor, params, { id: parseRecordId(params.id), page }),
  }),
  route({
    method: 'GET',
    path: `${at}/{id}/artifacts/{artifact}`,
    summary: 'Download what a job left: a tar archive, or the SBOM of the gate',
    ...reading,
    params: Type.Object({ ...ofPipeline, artifact: text }),
    output: { kind: 'bytes', media: '*/*', parts: true },
    handle: async ({ app, actor, params }) => {
      const key = { pipeline: parseRecordId(params.id), artifact: parseRecordId(params.artifact) }
      const { name, contentType: type, size, sha256, open } = await openArtifact(app, actor, params, key)
      return { type, size, etag: sha256, fileName: name, parts: true, open }
    },
  }),
]
