import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { Bell } from '../../core/bell.ts'
import { minute } from '../../core/clock.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { requireStill } from '../access/require-still.ts'
import type { LogLine } from './log-line.ts'
import type { PipelineDetail } from './pipeline.ts'
import { linesFrom } from './read-log.ts'
import { requirePipeline } from './read-pipelines.ts'

export type LogEvent =
  | { readonly kind: 'line'; readonly line: LogLine }
  /** Something about the pipeline or its jobs has changed. */
  | { readonly kind: 'changed' | 'ended'; readonly pipeline: PipelineDetail }

interface Reader {
  /** The last line that the reader has. */
  readonly lastSeen: number
  readonly signal: AbortSignal
}

type Needs = Pick<App, 'clock' | 'db'>

const linesAtOnce = 500
/** Whoever may not see it any more hears nothing after this. */
const lookAgainMs = minute / 2

/** The log of a pipeline as it grows, to its end. Always read from the database: what was and what comes are the same. */
export async function followLog(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  id: RecordId,
): Promise<(reader: Reader) => AsyncGenerator<LogEvent>> {
  const need = { role: 'Reader', scope: 'ci:read' } as const
  const opened = await requireRepo(app, actor, ref, need)
  const find = async (): Promise<PipelineDetail> => {
    const repo = await requireStill(app, actor, opened, need)
    return requirePipeline(app.db, repo, id, app.clock.now())
  }
  const first = await find()
  return (reader) => follow(app, { id: first.id, userId: userOf(actor)?.id ?? null, find }, reader)
}

interface Followed {
  readonly id: number
  /** Whose sessions may end meanwhile. */
  readonly userId: number | null
  readonly find: () => Promise<PipelineDetail>
}

async function* follow(
  app: Needs,
  { id, userId, find }: Followed,
  { lastSeen, signal }: Reader,
): AsyncGenerator<LogEvent> {
  const bell = new Bell(signal)
  const ringFor = (meant: number | null) => (about: string) => {
    if (about === '' || about === String(meant)) bell.ring()
  }
  const ring = ringFor(id)
  const deaf = [
    app.db.listen('logs', ring),
    app.db.listen('pipelines', ring),
    app.db.listen('sessions', ringFor(userId)),
  ]
  let position = lastSeen
  let known = ''
  try {
    while (!signal.aborted) {
      bell.reset()
      let pipeline = await find()
      for (let lines = await more(app, id, position); lines.length > 0; lines = await more(app, id, position)) {
        for (const line of lines) yield { kind: 'line', line }
        position = lines.at(-1)?.number ?? position
        // Whoever reads slowly may have lost the right meanwhile.
        pipeline = await find()
      }
      const state = JSON.stringify([pipeline.status, pipeline.stages, pipeline.jobs])
      if (pipeline.finishedAt !== null) {
        yield { kind: 'ended', pipeline }
        return
      }
      if (state !== known) yield { kind: 'changed', pipeline }
      known = state
      await bell.heard(lookAgainMs)
    }
  } finally {
    for (const stop of deaf) stop()
  }
}

function more(app: Needs, id: number, position: number): Promise<readonly LogLine[]> {
  return linesFrom(app.db, id, position + 1, linesAtOnce)
}
