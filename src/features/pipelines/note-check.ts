import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import type { Tx } from '../../db/handle.ts'
import { noteStatus } from '../statuses/report-status.ts'
import { pipelineContext, type StatusState } from '../statuses/status.ts'
import type { PipelineStatus } from './pipeline.ts'

const told: Readonly<Record<PipelineStatus, readonly [StatusState, string]>> = {
  created: ['pending', 'The pipeline has not ended yet'],
  pending: ['pending', 'The pipeline has not ended yet'],
  running: ['pending', 'The pipeline has not ended yet'],
  blocked: ['pending', 'The pipeline is waiting for approval'],
  success: ['success', 'The pipeline succeeded'],
  failed: ['failure', 'The pipeline failed'],
  canceled: ['error', 'The pipeline was canceled'],
  timed_out: ['failure', 'The pipeline took too long'],
  error: ['error', 'The pipeline could not run'],
}

/** What a pipeline comes to is a check of its commit like any other: pages show it and merges wait for it. */
export async function noteCheck(
  app: Pick<App, 'config'>,
  tx: Tx,
  repo: Repo,
  pipeline: { readonly uuid: string; readonly sha: Sha; readonly status: PipelineStatus },
): Promise<void> {
  const [state, description] = told[pipeline.status]
  const targetUrl = `${app.config.BASE_URL}/${repo.owner}/${repo.slug}/ci/pipelines/${pipeline.uuid}`
  const values = { state, context: pipelineContext, description, targetUrl }
  await noteStatus(tx, { ...values, repoId: repo.id, sha: pipeline.sha, creatorId: null })
}
