import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import { requireRepo } from '../access/require-repo.ts'
import type { Part } from '../blobs/blob-keeping.ts'
import { requirePipeline } from './read-pipelines.ts'

/** What a job left, packed into one file. */
export interface Artifact {
  readonly id: number
  readonly uuid: string
  readonly job: string
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly path: string
}

type Needs = Pick<App, 'blobs' | 'clock' | 'db'>

interface ArtifactKey {
  readonly pipeline: RecordId
  readonly artifact: RecordId
}

export async function listArtifacts(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  { id, page }: { readonly id: RecordId; readonly page: PageRequest },
): Promise<Page<Artifact>> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'ci:read' })
  const pipeline = await requirePipeline(app.db, repo, id, app.clock.now())
  const found = await readPage(select(app.db, pipeline.id, app.clock.now()).orderBy('pipeline_artifacts.id'), page)
  return mapPage(found, ({ file: _file, ...row }) => ({
    ...row,
    path: `${repo.owner}/${repo.slug}/ci/pipelines/${pipeline.uuid}/artifacts/${row.uuid}`,
  }))
}

export interface OpenArtifact {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly open: (part: Part | null) => Promise<Readable>
}

export async function openArtifact(app: Needs, actor: Actor, ref: RepoRef, key: ArtifactKey): Promise<OpenArtifact> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'ci:read' })
  const pipeline = await requirePipeline(app.db, repo, key.pipeline, app.clock.now())
  const all = select(app.db, pipeline.id, app.clock.now())
  const { artifact } = key
  const row = await ('uuid' in artifact
    ? all.where('pipeline_artifacts.uuid', '=', artifact.uuid)
    : all.where('pipeline_artifacts.id', '=', artifact.id)
  ).executeTakeFirst()
  if (row === undefined) throw notFound('ARTIFACT')
  const { name, size, sha256, file } = row
  // Jobs leave archives; the gate leaves its document.
  const contentType = name.endsWith('.json') ? 'application/json' : 'application/gzip'
  return { name, contentType, size, sha256, open: (part) => app.blobs.open(file, part) }
}

/** Of this pipeline, and not expired. */
function select(reader: Reader, pipelineId: number, now: number) {
  return reader
    .selectFrom('pipeline_artifacts')
    .innerJoin('blobs', 'blobs.id', 'pipeline_artifacts.blob_id')
    .select([
      'pipeline_artifacts.id',
      'pipeline_artifacts.uuid',
      'pipeline_artifacts.job_name as job',
      'pipeline_artifacts.name',
      'blobs.size',
      'blobs.sha256',
      'blobs.file',
      'pipeline_artifacts.created_at as createdAt',
      'pipeline_artifacts.expires_at as expiresAt',
    ])
    .where('pipeline_artifacts.pipeline_id', '=', pipelineId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
}
