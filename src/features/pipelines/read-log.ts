import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { requireRepo } from '../access/require-repo.ts'
import { type LogLine, unpackLines } from './log-line.ts'
import { requirePipeline } from './read-pipelines.ts'

/** One page of a pipeline's log, from the first line on. */
export async function readLog(
  app: Pick<App, 'clock' | 'db'>,
  actor: Actor,
  ref: RepoRef,
  { id, page }: { readonly id: RecordId; readonly page: PageRequest },
): Promise<Page<LogLine>> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'ci:read' })
  const pipeline = await requirePipeline(app.db, repo, id, app.clock.now())
  const from = offsetOf(page) + 1
  const items = from > pipeline.logLines ? [] : await linesFrom(app.db, pipeline.id, from, page.perPage)
  return { ...page, items, total: pipeline.logLines }
}

const fewChunks = 8
const manyChunks = 512

/** At most `count` lines from a line on. */
export async function linesFrom(
  reader: Reader,
  pipelineId: number,
  from: number,
  count: number,
): Promise<readonly LogLine[]> {
  const found: LogLine[] = []
  let atOnce = fewChunks
  while (found.length < count) {
    const before = found.length
    for (const chunk of await chunksFrom(reader, pipelineId, from + before, atOnce)) {
      if (found.length >= count) break
      const lines = await unpackLines(chunk.data, chunk.first_line)
      const next = from + found.length
      found.push(...lines.filter(({ number }) => number >= next).slice(0, count - found.length))
    }
    if (found.length === before) break
    // A job that writes now and then leaves a chunk a line.
    atOnce = found.length - before < atOnce * 10 ? manyChunks : fewChunks
  }
  return found
}

/** The one that the line is in, and those behind it. */
export function chunksFrom(reader: Reader, pipelineId: number, line: number, most: number) {
  return reader
    .selectFrom('pipeline_logs')
    .select(['first_line', 'line_count', 'data'])
    .where('pipeline_id', '=', pipelineId)
    .where('first_line', '>=', (eb) =>
      eb
        .selectFrom('pipeline_logs')
        .select((inner) => inner.fn.coalesce(inner.fn.max('first_line'), inner.val(0)).as('first'))
        .where('pipeline_id', '=', pipelineId)
        .where('first_line', '<=', line),
    )
    .orderBy('first_line')
    .limit(most)
    .execute()
}
