import { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import { withoutColours } from '../../ci/clean-line.ts'
import type { Actor } from '../../core/actor.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { requireRepo } from '../access/require-repo.ts'
import type { PipelineDetail } from './pipeline.ts'
import { requirePipeline } from './read-pipelines.ts'
import { walkLog } from './walk-log.ts'

export interface LogText {
  readonly fileName: string
  readonly open: () => Readable
}

/** The log as a file, of all jobs or of one: a line a line, with when it was written and by what. Without colours. */
export async function openLogText(
  app: Pick<App, 'clock' | 'db'>,
  actor: Actor,
  ref: RepoRef,
  { id, job }: { readonly id: RecordId; readonly job: number | null },
): Promise<LogText> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'ci:read' })
  const pipeline = await requirePipeline(app.db, repo, id, app.clock.now())
  return {
    fileName: `${repo.slug}-pipeline-${pipeline.number}${job === null ? '' : `-job-${job + 1}`}.log`,
    open: () => Readable.from(textOf(app.db, pipeline, job), { objectMode: false }),
  }
}

async function* textOf(reader: Reader, pipeline: PipelineDetail, only: number | null): AsyncGenerator<string> {
  const names = pipeline.jobs.map(({ name }) => name)
  for await (const lines of walkLog(reader, pipeline)) {
    const wanted = only === null ? lines : lines.filter(({ job }) => job === only)
    const rows = wanted.map(({ at, job, text }) => {
      const from = job === null ? 'pipeline' : (names[job] ?? `job ${job}`)
      return `${new Date(at).toISOString()} [${from}] ${withoutColours(text)}\n`
    })
    yield rows.join('')
  }
}
