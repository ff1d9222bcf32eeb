import type { App } from '../../app.ts'
import { withoutColours } from '../../ci/clean-line.ts'
import type { Actor } from '../../core/actor.ts'
import { isBad } from '../../core/bad-end.ts'
import { queueOf } from '../../core/queue-of.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import type { LogLine } from './log-line.ts'
import type { PipelineDetail } from './pipeline.ts'
import { requirePipeline } from './read-pipelines.ts'
import { walkLog } from './walk-log.ts'

type Needs = Pick<App, 'clock' | 'db' | 'turns'>

/** Whoever finds more than this looks for something else. */
const mostFound = 500
/** Logs may have millions of lines. Whoever searches one is then told what was found so far. */
const patienceMs = 5000

export interface FoundLines {
  readonly lines: readonly LogLine[]
  /** There may be more, which were not looked for. */
  readonly isCut: boolean
}

/** Lines that hold a text, whatever its case, from all of the log. */
export async function searchLog(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  { id, text }: { readonly id: RecordId; readonly text: string },
): Promise<FoundLines> {
  const pipeline = await open(app, actor, ref, id)
  const wanted = text.toLowerCase()
  // Where nothing is written in another way than it is shown, the text of many lines tells whether one of them has it.
  const mayMatter = (packed: string): boolean => packed.includes('\\') || packed.toLowerCase().includes(wanted)
  return app.turns.search.run(queueOf(actor), async () => {
    const until = performance.now() + patienceMs
    const found: LogLine[] = []
    for await (const lines of walkLog(app.db, pipeline, mayMatter)) {
      found.push(...lines.filter((line) => withoutColours(line.text).toLowerCase().includes(wanted)))
      if (found.length > mostFound || performance.now() > until) {
        return { lines: found.slice(0, mostFound), isCut: true }
      }
    }
    return { lines: found, isCut: false }
  })
}

const complaint = /\b(?:error|errors|fatal|failed|failure|panic|exception|traceback|not ok)\b|\bERR!|✗|✖|×/i

/**
 * The line at which somebody would begin to look: the first that complains in what failed, or else the last of it. Null
 * where nothing failed, or it said nothing.
 */
export async function findFirstError(app: Needs, actor: Actor, ref: RepoRef, id: RecordId): Promise<LogLine | null> {
  const pipeline = await open(app, actor, ref, id)
  const isFailed = failedParts(pipeline)
  return app.turns.search.run(queueOf(actor), async () => {
    const until = performance.now() + patienceMs
    let last: LogLine | null = null
    for await (const lines of walkLog(app.db, pipeline)) {
      for (const line of lines) {
        if (!isFailed(line)) continue
        if (line.stream !== 'system' && complaint.test(withoutColours(line.text))) return line
        last = line
      }
      if (performance.now() > until) break
    }
    return last
  })
}

/** Of jobs that failed the steps that did; where there is no such job, what the runner said. */
function failedParts({ jobs }: PipelineDetail): (line: LogLine) => boolean {
  const bad = new Set<string>()
  for (const job of jobs) {
    if (!isBad(job.status) || job.allowFailure) continue
    const steps = job.steps.flatMap((step, index) => (isBad(step.status) ? [`${job.position}/${index}`] : []))
    for (const key of steps.length === 0 ? [`${job.position}/null`] : steps) bad.add(key)
  }
  return bad.size === 0 ? ({ job }) => job === null : ({ job, step }) => bad.has(`${job}/${step}`)
}

async function open(app: Needs, actor: Actor, ref: RepoRef, id: RecordId): Promise<PipelineDetail> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'ci:read' })
  return requirePipeline(app.db, repo, id, app.clock.now())
}
