import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import type { Pipeline, PipelineDetail, PipelineStatus } from './pipeline.ts'
import { fullRef } from './short-ref.ts'
import { findPipeline, lastPipelines, pageOfPipelines } from './store.ts'

export interface PipelineQuery {
  readonly status?: PipelineStatus | undefined
  /** A branch, or any ref in full. */
  readonly ref?: string | undefined
  readonly sha?: string | undefined
}

/** The newest first. */
export async function listPipelines(
  app: Pick<App, 'clock' | 'db'>,
  actor: Actor,
  ref: RepoRef,
  { page, ...query }: PipelineQuery & { readonly page: PageRequest },
): Promise<Page<Pipeline>> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'ci:read' })
  return pageOfPipelines(app.db, repo.id, inFull(query), { request: page, now: app.clock.now() })
}

/** The same, of the last few alone. */
export async function listLastPipelines(
  app: Pick<App, 'clock' | 'db'>,
  actor: Actor,
  ref: RepoRef,
  { most, ...query }: PipelineQuery & { readonly most: number },
): Promise<readonly Pipeline[]> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'ci:read' })
  return lastPipelines(app.db, repo.id, inFull(query), { most, now: app.clock.now() })
}

function inFull(query: PipelineQuery): PipelineQuery {
  return { ...query, ref: query.ref === undefined ? undefined : fullRef(query.ref) }
}

export async function getPipeline(
  app: Pick<App, 'clock' | 'db'>,
  actor: Actor,
  ref: RepoRef,
  id: RecordId,
): Promise<PipelineDetail> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'ci:read' })
  return requirePipeline(app.db, repo, id, app.clock.now())
}

/** Of this repository alone. */
export async function requirePipeline(
  reader: Reader,
  repo: Pick<OpenRepo, 'id'>,
  id: RecordId,
  now: number,
): Promise<PipelineDetail> {
  const found = await findPipeline(reader, repo.id, id, now)
  if (found === null) throw notFound('PIPELINE')
  return found
}

/** For those who heard of it from the service itself. */
export function findPipelineById(
  app: Pick<App, 'clock' | 'db'>,
  repo: Pick<Repo, 'id'>,
  id: number,
): Promise<PipelineDetail | null> {
  return findPipeline(app.db, repo.id, { id }, app.clock.now())
}
