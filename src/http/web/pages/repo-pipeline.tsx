import { Fault } from '../../../core/errors.ts'
import { parseRecordId, type RecordId } from '../../../core/record-id.ts'
import { readTitles } from '../../../features/commits/read-titles.ts'
import { approvePipeline } from '../../../features/pipelines/approve-pipeline.ts'
import { listArtifacts, openArtifact } from '../../../features/pipelines/artifacts.ts'
import { cancelPipeline } from '../../../features/pipelines/cancel-pipeline.ts'
import type { Again } from '../../../features/pipelines/jobs-again.ts'
import { openLogText } from '../../../features/pipelines/open-log-text.ts'
import { queueOf } from '../../../features/pipelines/queue-of.ts'
import { readJobLog } from '../../../features/pipelines/read-job-log.ts'
import { type LogPart, readLogPart } from '../../../features/pipelines/read-log-part.ts'
import { retryPipeline } from '../../../features/pipelines/retry-pipeline.ts'
import { findFirstError, searchLog } from '../../../features/pipelines/search-log.ts'
import { pipelinesUrl, pipelineUrl } from '../ci-urls.ts'
import { done, go, type PageAnswer, show } from '../page-route.ts'
import { pullUrl } from '../pull-urls.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { PipelineView } from '../views/pipeline.tsx'
import { shownJobLog, shownLine, shownLog } from './shown-log.ts'
import { shownArtifact, shownPipeline } from './shown-pipeline.ts'

const mostArtifacts = 100
const longestSearch = 200
/** What the runner says then. */
const triedAgain = 'failed: it is tried again'
/** So many lines before the one that somebody is led to. */
const linesBefore = 30

export const repoPipelinePages = [
  repoPage({
    method: 'GET',
    path: '/ci/pipelines/:id',
    right: 'anyone',
    handle: async ({ app, actor, ref, frame, chrome, head, params, query }) => {
      const id = idOf(params)
      // What our script asks for when something has changed: the lines it has already.
      const isBrief = query['log'] === 'off'
      const from = isBrief ? Number.MAX_SAFE_INTEGER : lineOf(query['from'])
      const { pipeline, log } = await readLogPart(app, actor, ref, { id, from })
      const at = pipelineUrl(head, pipeline.uuid)
      if (query['jump'] === 'error') {
        const line = await findFirstError(app, actor, ref, id)
        return go(placeOf(at, line?.number ?? null))
      }
      if (query['jump'] === 'end') return go(endIn(log, at, query))
      if (query['jump'] === 'retry') {
        const { lines } = await searchLog(app, actor, ref, { id, text: triedAgain })
        const line = lines.find(({ job, stream }) => stream === 'system' && String(job) === query['job'])
        return go(placeOf(at, line?.number ?? null))
      }
      const text = (query['q'] ?? '').trim().slice(0, longestSearch)
      const [titles, artifacts, queue, found] = await Promise.all([
        readTitles(app, frame.repo, [pipeline.sha]),
        listArtifacts(app, actor, ref, { id, page: { page: 1, perPage: mostArtifacts } }),
        queueOf(app, pipeline),
        text === '' ? null : searchLog(app, actor, ref, { id, text }),
      ])
      const shown = shownPipeline(pipeline, titles.get(pipeline.sha), chrome.now)
      const part = isBrief ? { ...log, lines: [], first: 1, last: log.total } : log
      const job = shown.jobs.find(({ position }) => String(position) === query['job'])
      const ofJob = job === undefined ? null : await readJobLog(app, actor, ref, { id, job: job.position })
      const stream = `/api/v1/repos/${head.owner}/${head.slug}/ci/pipelines/${pipeline.uuid}/logs/stream`
      return show(
        <PipelineView
          chrome={chrome}
          repo={head}
          pipeline={shown}
          artifacts={artifacts.items.map(shownArtifact)}
          log={{
            ...(job === undefined || ofJob === null
              ? { ...shownLog(at, stream, { pipeline, shown, log: part }), only: null }
              : shownJobLog(at, { shown, log: ofJob, job })),
            search: found === null ? null : { text, lines: found.lines.map(shownLine), isCut: found.isCut },
          }}
          queue={queue}
          canRun={head.can.work && app.config.CI_ENABLED}
        />,
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/ci/pipelines/:id/logs.txt',
    right: 'anyone',
    handle: async ({ app, actor, ref, params, query }) => {
      const job = /^\d{1,4}$/.test(query['job'] ?? '') ? Number(query['job']) : null
      const { fileName, open } = await openLogText(app, actor, ref, { id: idOf(params), job })
      return { kind: 'bytes', bytes: { type: 'text/plain; charset=utf-8', fileName, open } }
    },
  }),
  repoPage({
    method: 'GET',
    path: '/ci/pipelines/:id/artifacts/:artifact',
    right: 'anyone',
    handle: async ({ app, actor, ref, params }) => {
      const key = { pipeline: idOf(params), artifact: parseRecordId(params['artifact'] ?? '') }
      const { name, contentType: type, size, sha256, open } = await openArtifact(app, actor, ref, key)
      const bytes = { type, size, etag: sha256, fileName: name, parts: true as const, open }
      return { kind: 'bytes', bytes }
    },
  }),
  repoPage({
    method: 'POST',
    path: '/ci/pipelines/:id/cancel',
    right: 'session',
    handle: (call) =>
      act(call, async (id) => {
        const { uuid } = await cancelPipeline(call.app, call.actor, call.ref, id)
        return done(pipelineUrl(call.head, uuid), 'The pipeline was canceled.')
      }),
  }),
  repoPage({
    method: 'POST',
    path: '/ci/pipelines/:id/retry',
    right: 'session',
    handle: (call) =>
      act(call, async (id) => {
        const job = call.form.text('job')
        const all = call.form.text('only') === 'failed' ? 'failed' : 'all'
        const again: Again = job === '' ? all : { job }
        const { uuid, number } = await retryPipeline(call.app, call.actor, call.ref, { id, again })
        const what = job === '' ? 'Started again' : `${job} was started`
        return done(pipelineUrl(call.head, uuid), `${what} as pipeline #${number}.`)
      }),
  }),
  repoPage({
    method: 'POST',
    path: '/ci/pipelines/:id/approve',
    right: 'session',
    handle: (call) =>
      act(call, async (id) => {
        const { uuid, pull } = await approvePipeline(call.app, call.actor, call.ref, id)
        return done(placeToReturn(call, uuid, pull), 'The pipeline was approved.')
      }),
  }),
]

/** The page that the button stood on. */
function placeToReturn({ head, form }: RepoCall<'session'>, uuid: string, pull: number | null): string {
  const from = form.text('from')
  if (from === 'pipelines') return pipelinesUrl(head)
  if (pull !== null && from === 'pull') return `${pullUrl({ ...head, number: pull })}#merge`
  if (pull !== null && from === 'checks') return `${pullUrl({ ...head, number: pull })}/checks`
  return pipelineUrl(head, uuid)
}

/** Somebody else was faster: the page shows how it stands now, and says so. */
async function act(call: RepoCall<'session'>, work: (id: RecordId) => Promise<PageAnswer>): Promise<PageAnswer> {
  try {
    return await work(idOf(call.params))
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'conflict') throw error
    return go(pipelineUrl(call.head, call.params['id'] ?? ''), { tone: 'warning', text: `${error.message}.` })
  }
}

function idOf(params: Readonly<Record<string, string>>): RecordId {
  return parseRecordId(params['id'] ?? '')
}

function lineOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** What is not among the last lines of all is found in the log of its job. */
function endIn({ lines }: LogPart, at: string, { job, step }: Readonly<Record<string, string>>): string {
  const line = lines.findLast(
    (one) => String(one.job) === job && (one.step === null ? undefined : String(one.step)) === step,
  )
  if (line !== undefined) return `${at}#L${line.number}`
  const position = /^\d{1,4}$/.exec(job ?? '')?.[0]
  return position === undefined ? `${at}#log` : `${at}?job=${position}#log-${position}`
}

function placeOf(at: string, line: number | null): string {
  return line === null ? `${at}#log` : `${at}?from=${Math.max(1, line - linesBefore)}#L${line}`
}
