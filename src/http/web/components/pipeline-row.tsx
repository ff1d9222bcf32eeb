import { shortSha } from '../../../core/sha.ts'
import { pipelineUrl } from '../ci-urls.ts'
import { commitUrl, type RepoName } from '../code-urls.ts'
import { pullUrl } from '../pull-urls.ts'
import { Duration } from './duration.tsx'
import { Icon, type IconName } from './icon.tsx'
import { type ApprovalPlace, PipelineApproval } from './pipeline-approval.tsx'
import { Row } from './row-list.tsx'
import { type Status, StatusIcon, statusWord } from './status-label.tsx'
import { Time } from './time.tsx'

export type PipelineState = Extract<
  Status,
  'created' | 'pending' | 'running' | 'blocked' | 'success' | 'failed' | 'canceled' | 'timed_out' | 'error'
>

export type ListedPipeline = {
  id: string
  number: number
  status: PipelineState
  /** The first line of the commit's message; null where the commit is not there any more. */
  title: string | null
  sha: string
  /** A branch or a tag; for a pull request its number counts. */
  ref: string
  isTag: boolean
  pull: number | null
  trigger: keyof typeof triggers
  by: string | null
  at: string
  /** Null before it begins. */
  durationMs: number | null
  isRunning: boolean
}

export const triggers = {
  push: { icon: 'upload', word: 'Push' },
  pull_request: { icon: 'git-pull-request', word: 'Pull request' },
  manual: { icon: 'person', word: 'Manual' },
  schedule: { icon: 'clock', word: 'Schedule' },
} satisfies Record<string, { icon: IconName; word: string }>

type PipelineRowProps = {
  repo: RepoName
  pipeline: ListedPipeline
  /** Where one that waits is let run, and whether the reader may. */
  approval: { from: ApprovalPlace; canRun: boolean }
}

export function PipelineRow({ repo, pipeline, approval }: PipelineRowProps) {
  const { status, trigger, pull } = pipeline
  return (
    <Row
      picture={<StatusIcon status={status} silent />}
      title={
        <>
          <a class="row-link" href={pipelineUrl(repo, pipeline.id)}>
            {pipeline.title ?? `Commit ${shortSha(pipeline.sha)}`}
          </a>
          <bdi class="muted">#{pipeline.number}</bdi>
        </>
      }
      meta={
        <>
          <strong class="pipeline-word">{statusWord(status)}</strong>
          <PipelineRef repo={repo} pipeline={pipeline} />
          <a class="quiet-link" href={commitUrl(repo, pipeline.sha)} aria-label={`Commit ${shortSha(pipeline.sha)}`}>
            <code>{shortSha(pipeline.sha)}</code>
          </a>
          <span class="row-fact">
            <Icon name={triggers[trigger].icon} />
            <span>
              {triggers[trigger].word}
              {pipeline.by !== null && ` · ${pipeline.by}`}
            </span>
          </span>
        </>
      }
      actions={
        <span class="pipeline-times muted">
          {pipeline.durationMs !== null && (
            <span class="row-fact">
              <Icon name="stopwatch" />
              <Duration ms={pipeline.durationMs} isRunning={pipeline.isRunning} />
            </span>
          )}
          <Time at={pipeline.at} />
        </span>
      }
    >
      {status === 'blocked' && (
        <PipelineApproval
          {...approval}
          at={pipelineUrl(repo, pipeline.id)}
          sha={pipeline.sha}
          changesHref={pull === null ? commitUrl(repo, pipeline.sha) : `${pullUrl({ ...repo, number: pull })}/files`}
        />
      )}
    </Row>
  )
}

/** What it ran for. */
export function PipelineRef({
  repo,
  pipeline: { ref, isTag, pull },
}: {
  repo: RepoName
  pipeline: Pick<ListedPipeline, 'ref' | 'isTag' | 'pull'>
}) {
  if (pull === null) {
    return (
      <code class={isTag ? 'branch-name with-icon' : 'branch-name'}>
        {isTag && <Icon name="tag" label="Tag" />}
        {ref}
      </code>
    )
  }
  return (
    <a class="branch-name" href={pullUrl({ ...repo, number: pull })}>
      Pull request #{pull}
    </a>
  )
}
