import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import type { LogLine } from './log-line.ts'
import type { PipelineDetail } from './pipeline.ts'
import { linesFrom } from './read-log.ts'
import { requirePipeline } from './read-pipelines.ts'

/** As much of a log as somebody looks at in one piece. */
export const partLines = 2000
/** Lines can be long: of those that are, fewer. */
const partLetters = 512 * 1024

export interface LogPart {
  readonly lines: readonly LogLine[]
  /** The first line of the part; 1 where there is none. */
  readonly first: number
  /** The last of it; one less than the first where it is empty. */
  readonly last: number
  readonly total: number
}

/** A pipeline with a part of its log: from a line on, or the end of it. */
export async function readLogPart(
  app: Pick<App, 'clock' | 'db'>,
  actor: Actor,
  ref: RepoRef,
  { id, from }: { readonly id: RecordId; readonly from: number | null },
): Promise<{ readonly pipeline: PipelineDetail; readonly log: LogPart }> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'ci:read' })
  const pipeline = await requirePipeline(app.db, repo, id, app.clock.now())
  const total = pipeline.logLines
  const start = Math.max(1, Math.min(from ?? total - partLines + 1, total))
  const read = await linesFrom(app.db, pipeline.id, start, partLines)
  const lines = from === null ? lastThatFit(read) : firstThatFit(read)
  const first = lines[0]?.number ?? start
  return { pipeline, log: { lines, first, last: first + lines.length - 1, total } }
}

function firstThatFit(lines: readonly LogLine[]): readonly LogLine[] {
  let letters = 0
  const end = lines.findIndex(({ text }) => (letters += text.length) > partLetters)
  return end === -1 ? lines : lines.slice(0, Math.max(1, end))
}

export function lastThatFit(lines: readonly LogLine[]): readonly LogLine[] {
  let letters = 0
  const before = lines.findLastIndex(({ text }) => (letters += text.length) > partLetters)
  return before === -1 ? lines : lines.slice(Math.min(before + 1, lines.length - 1))
}
