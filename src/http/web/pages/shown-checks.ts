import { isBad } from '../../../core/bad-end.ts'
import { iso } from '../../../core/iso-time.ts'
import type { PipelineDetail } from '../../../features/pipelines/pipeline.ts'
import { getPipeline, listPipelines } from '../../../features/pipelines/read-pipelines.ts'
import type { PullView } from '../../../features/pulls/view-pull.ts'
import { endOfLogUrl, pipelineUrl } from '../ci-urls.ts'
import type { RepoName } from '../code-urls.ts'
import type { ShownCheck } from '../components/check-list.tsx'
import type { MergeBoxProps } from '../components/merge-box.tsx'
import type { PullCall } from './repo-pull.tsx'

const mostPipelines = 5

/** The pipelines of a pull request's last commit, the newest first. */
export async function pipelinesOf({ app, actor, ref }: PullCall, sha: string): Promise<readonly PipelineDetail[]> {
  const page = { page: 1, perPage: mostPipelines }
  const { items } = await listPipelines(app, actor, ref, { sha, page })
  return Promise.all(items.map(({ uuid }) => getPipeline(app, actor, ref, { uuid })))
}

const mostWaiting = 3

/** Pipelines of a fork's last commit that wait to be let run. */
export async function waitingOf(
  { app, actor, ref, head }: PullCall,
  { pull }: PullView,
): Promise<MergeBoxProps['waiting']> {
  if (pull.sourceRepo?.id === pull.repoId) return []
  const page = { page: 1, perPage: mostWaiting }
  const { items } = await listPipelines(app, actor, ref, { sha: pull.headSha, status: 'blocked', page })
  const canRun = head.can.work && app.config.CI_ENABLED
  return items.map(({ uuid, sha }) => ({ at: pipelineUrl(head, uuid), sha, canRun }))
}

export function shownChecks(
  { checks, silent }: PullView,
  repo: RepoName,
  pipelines: readonly PipelineDetail[],
): readonly ShownCheck[] {
  const reported = checks.map(
    ({ context, state, description, targetUrl, isRequired, createdAt }): ShownCheck => ({
      name: context,
      status: state === 'failure' ? 'failed' : state,
      note: description,
      href: troubleIn(targetUrl, repo, pipelines) ?? targetUrl,
      at: iso(createdAt),
      isRequired,
    }),
  )
  const awaited = silent.map(
    (name): ShownCheck => ({
      name,
      status: 'pending',
      note: 'Nothing was reported yet',
      href: null,
      at: null,
      isRequired: true,
    }),
  )
  return [...reported, ...awaited]
}

/** The last lines of the step that failed in one of our own pipelines. */
function troubleIn(url: string | null, repo: RepoName, pipelines: readonly PipelineDetail[]): string | null {
  const pipeline = pipelines.find(({ uuid }) => url?.endsWith(pipelineUrl(repo, uuid)) === true)
  const job = pipeline?.jobs.find(({ status, allowFailure }) => isBad(status) && !allowFailure)
  if (pipeline === undefined || job === undefined) return null
  const step = job.steps.findIndex(({ status }) => isBad(status))
  return endOfLogUrl(pipelineUrl(repo, pipeline.uuid), job.position, step === -1 ? null : step)
}
