import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { HookNote } from '../../outbox/hook-notes.ts'
import { findPipelineById } from '../pipelines/read-pipelines.ts'
import { describeRepo } from './describe-repo.ts'

/** As it was when it was made: by the time it is told of it may be over. */
const notBegun = { status: 'created', startedAt: null, finishedAt: null, durationMs: 0, error: null } as const

type PipelineNote = Extract<HookNote, { event: 'pipeline' }>

export async function describePipeline(
  app: Pick<App, 'clock' | 'db' | 'records'>,
  repo: Repo,
  note: PipelineNote,
): Promise<object | null> {
  const pipeline = await findPipelineById(app, repo, note.pipelineId)
  if (pipeline === null) return null
  return {
    action: note.action,
    repository: describeRepo(app, repo),
    sender: { username: pipeline.triggeredBy },
    pipeline: {
      ...app.records.pipeline({ ...pipeline, ...(note.status === 'created' ? notBegun : {}) }),
      status: note.status,
    },
  }
}
