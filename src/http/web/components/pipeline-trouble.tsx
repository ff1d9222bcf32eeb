import type { ComponentChildren } from 'preact'
import { isBad } from '../../../core/bad-end.ts'
import { endOfLogUrl } from '../ci-urls.ts'
import { codeUrl, type RepoName, repoUrl } from '../code-urls.ts'
import type { ShownJob } from './job-list.tsx'
import { Notice } from './notice.tsx'
import type { ListedPipeline, PipelineState } from './pipeline-row.tsx'
import type { ShownStage } from './stage-bar.tsx'

type TroubleProps = {
  repo: RepoName & { can: { push: boolean } }
  at: string
  pipeline: Pick<ListedPipeline, 'ref' | 'isTag' | 'pull' | 'sha'> & {
    status: PipelineState
    error: string | null
    stages: readonly (ShownStage & { key: string })[]
    jobs: readonly ShownJob[]
  }
}

/** What went wrong in a sentence, and what to do next. */
export function PipelineTrouble({ repo, at, pipeline }: TroubleProps) {
  const { status, error } = pipeline
  if (status === 'canceled' && error !== null) {
    return (
      <Notice tone="info" word="Canceled.">
        {error}
      </Notice>
    )
  }
  if (status !== 'failed' && status !== 'error' && status !== 'timed_out') return null
  const failed = pipeline.jobs.filter((job) => isBad(job.status) && !job.allowFailure)
  return (
    <Notice tone="danger" word={status === 'timed_out' ? 'Timed out.' : status === 'error' ? 'Error.' : 'Failed.'}>
      {error !== null && <span class="trouble-text">{error}</span>}
      {failed.length > 0 && (
        <ul class="trouble-jobs">
          {failed.slice(0, 10).map((job) => (
            <li key={job.position}>{whatFailed(job, at)}</li>
          ))}
        </ul>
      )}
      <p class="trouble-next">{adviceOf({ repo, at, pipeline })}</p>
    </Notice>
  )
}

function whatFailed(job: ShownJob, at: string): ComponentChildren {
  const index = job.steps.findIndex(({ status }) => isBad(status))
  const step = job.steps[index]
  const code = job.exitCode === null ? '' : ` with exit code ${job.exitCode}`
  return (
    <>
      <a href={endOfLogUrl(at, job.position, step === undefined ? null : index)}>
        {step === undefined ? job.name : `${job.name} › ${step.name}`}
      </a>{' '}
      {job.status === 'timed_out' ? 'took too long' : `failed${code}`}
    </>
  )
}

function adviceOf({ repo, at, pipeline }: TroubleProps): ComponentChildren {
  const stopped = pipeline.stages.find((stage) => stage.status === 'failed')?.key
  if (stopped === 'static_validation') {
    const page = repo.can.push && pipeline.pull === null && !pipeline.isTag ? 'edit' : 'blob'
    const ref = page === 'edit' ? pipeline.ref : pipeline.sha
    return (
      <>
        Nothing has run. <a href={codeUrl(repo, page, ref, '.svc-ci.yml')}>Fix the configuration</a> and push: the
        pipeline runs again.
      </>
    )
  }
  if (stopped === 'sbom_gate') {
    return (
      <>
        The components of this commit did not pass. <a href={`${repoUrl(repo)}/sbom`}>See the components</a>, replace
        what was found, and push.
      </>
    )
  }
  if (stopped === 'variable_resolution') {
    return (
      <>
        A variable could not be read. <a href={`${repoUrl(repo)}/ci/variables`}>Check the variables</a>, then run it
        again.
      </>
    )
  }
  if (pipeline.status === 'timed_out') {
    return (
      <>
        The last lines of the log show what it was doing. If it needs longer, give the job a <code>timeout</code>.
      </>
    )
  }
  if (pipeline.status === 'error') return 'The run was interrupted. Run it again; nothing was kept of it.'
  return (
    <>
      <a href={`${at}?jump=error`}>Go to the first error</a> in the log. Fix it and push: the pipeline runs again.
    </>
  )
}
