import { shortSha } from '../../../core/sha.ts'
import type { Queue } from '../../../features/pipelines/queue-of.ts'
import { pipelineUrl } from '../ci-urls.ts'
import { commitUrl } from '../code-urls.ts'
import { Button } from '../components/button.tsx'
import { CiTabs } from '../components/ci-tabs.tsx'
import { Duration } from '../components/duration.tsx'
import { JobGraph } from '../components/job-graph.tsx'
import { JobList, type LogOf, type ShownJob } from '../components/job-list.tsx'
import { Log, type ShownLog } from '../components/log.tsx'
import { Panel } from '../components/panel.tsx'
import { PipelineApproval } from '../components/pipeline-approval.tsx'
import { PipelineFiles, type ShownArtifact } from '../components/pipeline-files.tsx'
import { type GateFacts, PipelineGate } from '../components/pipeline-gate.tsx'
import { PipelineQueue } from '../components/pipeline-queue.tsx'
import { type ListedPipeline, PipelineRef, triggers } from '../components/pipeline-row.tsx'
import { PipelineTrouble } from '../components/pipeline-trouble.tsx'
import { type ShownStage, StageBar } from '../components/stage-bar.tsx'
import { StatusLabel } from '../components/status-label.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { pullUrl } from '../pull-urls.ts'

export type ShownPipeline = ListedPipeline & {
  approvedBy: string | null
  error: string | null
  /** The id of the one that this repeats. */
  retryOf: string | null
  hasEnded: boolean
  stages: readonly (ShownStage & { key: string })[]
  jobs: readonly ShownJob[]
  gate: GateFacts | null
}

export type PipelineProps = {
  chrome: Chrome
  repo: RepoHead
  pipeline: ShownPipeline
  artifacts: readonly ShownArtifact[]
  log: ShownLog
  /** Null for one that has begun. */
  queue: Queue | null
  /** Run, cancel and let run. */
  canRun: boolean
}

export function PipelineView({ chrome, repo, pipeline, artifacts, log, queue, canRun }: PipelineProps) {
  const at = pipelineUrl(repo, pipeline.id)
  // While it runs, lines are added to the log of all. Of a long one the page has a part, with not every job in it.
  const isPart = pipeline.hasEnded && (log.only !== null || log.first > 1 || log.last < log.total)
  const logOf: LogOf = (job) => `${isPart ? `${at}?job=${job}` : ''}#log-${job}`
  const title = `${pipeline.title ?? `Commit ${shortSha(pipeline.sha)}`} · pipeline #${pipeline.number}`
  return (
    <RepoFrame chrome={chrome} repo={repo} title={title}>
      <div class="stack-wide pipeline-page">
        <CiTabs repo={repo} path={chrome.path} />
        <PipelineHead repo={repo} at={at} pipeline={pipeline} canRun={canRun} />
        {/* Parts with this mark are fetched again by the script when the stream says that something has changed. */}
        <div id="pipeline-state" class="stack-wide" data-live>
          {pipeline.status === 'blocked' && (
            <Panel title="It is waiting for approval">
              <PipelineApproval
                at={at}
                sha={pipeline.sha}
                from="pipeline"
                canRun={canRun}
                changesHref={
                  pipeline.pull === null
                    ? commitUrl(repo, pipeline.sha)
                    : `${pullUrl({ ...repo, number: pipeline.pull })}/files`
                }
              />
            </Panel>
          )}
          {queue !== null && <PipelineQueue queue={queue} />}
          <PipelineTrouble repo={repo} at={at} pipeline={pipeline} />
          <StageBar stages={pipeline.stages} />
          {pipeline.jobs.length > 0 && (
            <Panel title="Jobs" flush>
              <JobGraph jobs={pipeline.jobs} logOf={logOf} />
              <JobList
                jobs={pipeline.jobs}
                logOf={logOf}
                runAt={canRun ? `${at}/retry` : undefined}
                triedAgainAt={log.total > 1 ? (job) => `${at}?jump=retry&job=${job}` : undefined}
              />
            </Panel>
          )}
          {pipeline.gate !== null && <PipelineGate repo={repo} sha={pipeline.sha} gate={pipeline.gate} />}
          <PipelineFiles at={at} artifacts={artifacts} />
        </div>
        <Log log={log} />
      </div>
    </RepoFrame>
  )
}

type HeadProps = { repo: RepoHead; at: string; pipeline: ShownPipeline; canRun: boolean }

function PipelineHead({ repo, at, pipeline, canRun }: HeadProps) {
  const { durationMs, trigger } = pipeline
  return (
    <header class="pipeline-head" id="pipeline-head" data-live data-status={pipeline.status}>
      <div class="pipeline-title">
        <h1 class="break">
          {pipeline.title ?? `Commit ${shortSha(pipeline.sha)}`} <bdi class="muted">#{pipeline.number}</bdi>
        </h1>
        {(canRun || (canStop(repo) && !pipeline.hasEnded)) && <Actions at={at} pipeline={pipeline} />}
      </div>
      <div class="state-line">
        <StatusLabel status={pipeline.status} />
        <PipelineRef repo={repo} pipeline={pipeline} />
        <a href={commitUrl(repo, pipeline.sha)} aria-label={`Commit ${shortSha(pipeline.sha)}`}>
          <code>{shortSha(pipeline.sha)}</code>
        </a>
        <span>
          {triggers[trigger].word}
          {pipeline.by !== null && (
            <>
              {' by '}
              <a class="quiet-link" href={`/${pipeline.by}`}>
                {pipeline.by}
              </a>
            </>
          )}
          {', '}
          <Time at={pipeline.at} />
        </span>
        {durationMs !== null && (
          <span>
            {pipeline.isRunning ? 'for ' : 'took '}
            <Duration ms={durationMs} isRunning={pipeline.isRunning} />
          </span>
        )}
        {pipeline.approvedBy !== null && <span>approved by {pipeline.approvedBy}</span>}
        {pipeline.retryOf !== null && <a href={pipelineUrl(repo, pipeline.retryOf)}>Re-run of an earlier pipeline</a>}
      </div>
    </header>
  )
}

/** What began before a repository was archived can still be stopped. */
function canStop({ isArchived, can }: RepoHead): boolean {
  return isArchived && can.configure
}

function Actions({ at, pipeline }: { at: string; pipeline: ShownPipeline }) {
  if (!pipeline.hasEnded) {
    return (
      <form method="post" action={`${at}/cancel`} class="pipeline-actions">
        <Button icon="circle-slash">Cancel</Button>
      </form>
    )
  }
  const has = (...states: readonly string[]): boolean => pipeline.jobs.some(({ status }) => states.includes(status))
  const hasBad = has('failed', 'timed_out', 'canceled')
  // What was run again for its failed jobs has skipped those that succeeded.
  const hasGood = has('success') || (pipeline.retryOf !== null && has('skipped'))
  return (
    <form method="post" action={`${at}/retry`} class="pipeline-actions">
      {hasGood && hasBad && (
        <Button name="only" value="failed" icon="sync">
          Run failed jobs again
        </Button>
      )}
      <Button icon="sync">Run again</Button>
    </form>
  )
}
