import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import { queueOf } from '../../core/queue-of.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import type { LogLine } from './log-line.ts'
import type { PipelineDetail } from './pipeline.ts'
import { lastThatFit, partLines } from './read-log-part.ts'
import { requirePipeline } from './read-pipelines.ts'
import { walkLog } from './walk-log.ts'

type Needs = Pick<App, 'clock' | 'db' | 'turns'>

/** A gigabyte takes some fifteen seconds. */
const patienceMs = 20_000

interface OfJob {
  readonly id: RecordId
  /** Its position. */
  readonly job: number
}

export interface JobLog {
  /** The last of them, if they are many. */
  readonly lines: readonly LogLine[]
  readonly total: number
}

/** What one job wrote: in the log it is mixed with all that ran beside it. */
export async function readJobLog(app: Needs, actor: Actor, ref: RepoRef, { id, job }: OfJob): Promise<JobLog> {
  const pipeline = await open(app, actor, ref, id)
  return app.turns.search.run(queueOf(actor), async () => {
    let kept: LogLine[] = []
    let total = 0
    for await (const lines of linesOfJob(app, pipeline, job)) {
      total += lines.length
      kept = [...kept, ...lines].slice(-partLines)
    }
    return { lines: lastThatFit(kept), total }
  })
}

/** The same a page at a time, from its first line on. */
export async function listJobLog(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  { id, job, page }: OfJob & { readonly page: PageRequest },
): Promise<Page<LogLine>> {
  const pipeline = await open(app, actor, ref, id)
  return app.turns.search.run(queueOf(actor), async () => {
    const from = offsetOf(page)
    const items: LogLine[] = []
    let total = 0
    for await (const lines of linesOfJob(app, pipeline, job)) {
      const begin = Math.max(0, from - total)
      items.push(...lines.slice(begin, begin + page.perPage - items.length))
      total += lines.length
    }
    return { ...page, items, total }
  })
}

async function* linesOfJob({ db }: Needs, pipeline: PipelineDetail, job: number): AsyncGenerator<readonly LogLine[]> {
  // As a line is packed; text that looks so costs a look.
  const mayMatter = (packed: string): boolean => packed.includes(`,${job},`)
  const until = performance.now() + patienceMs
  for await (const lines of walkLog(db, pipeline, mayMatter)) {
    yield lines.filter((line) => line.job === job)
    if (performance.now() > until) throw tooLong()
  }
}

function tooLong(): Fault {
  const message = 'The log is too long to be looked through for one job: read all of it'
  return new Fault('too-large', message, { code: 'PAYLOAD_TOO_LARGE' })
}

async function open(app: Needs, actor: Actor, ref: RepoRef, id: RecordId): Promise<PipelineDetail> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'ci:read' })
  return requirePipeline(app.db, repo, id, app.clock.now())
}
