import { badgeMarkdown, badgeUrl, pipelinesUrl } from '../ci-urls.ts'
import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { CiTabs } from '../components/ci-tabs.tsx'
import { CodeBlock } from '../components/code-block.tsx'
import { CopyField } from '../components/copy-field.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { pipelineNewsAt } from '../components/live-note.tsx'
import { Notice } from '../components/notice.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { PipelineTrend } from '../components/pipeline-plot.tsx'
import { type ListedPipeline, PipelineRow, type PipelineState } from '../components/pipeline-row.tsx'
import { RowList } from '../components/row-list.tsx'
import { statusWord } from '../components/status-label.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type PipelinesProps = {
  chrome: Chrome
  repo: RepoHead
  isOn: boolean
  filter: { branch: string; status: PipelineState | '' }
  branches: readonly string[]
  pipelines: readonly ListedPipeline[]
  /** The last fifty, whatever the filter says of the state. */
  recent: readonly ListedPipeline[]
  pagination: PageInfo
}

const states: readonly PipelineState[] = [
  'running',
  'success',
  'failed',
  'error',
  'timed_out',
  'canceled',
  'blocked',
  'created',
]

const example = `version: 1
jobs:
  test:
    steps:
      - run: echo "It works on $CI_REF"
`

export function PipelinesView(props: PipelinesProps) {
  const { chrome, repo, filter, pipelines, pagination } = props
  const isFiltered = filter.branch !== '' || filter.status !== ''
  const isBlank = pipelines.length === 0 && !isFiltered
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Pipelines">
      <div class="stack-wide">
        <CiTabs repo={repo} path={chrome.path} />
        <PageHead
          title="Pipelines"
          actions={
            repo.can.work &&
            props.isOn &&
            (!isBlank || repo.mirrorOf !== null) && (
              <LinkButton href={`${pipelinesUrl(repo)}/run`} icon="play" tone="primary">
                Run pipeline
              </LinkButton>
            )
          }
        />
        {!props.isOn && (
          <Notice tone="warning">Pipelines are disabled on this server (CI_ENABLED). Earlier runs are shown.</Notice>
        )}
        {isBlank ? (
          <Panel>
            <Teach repo={repo} />
          </Panel>
        ) : (
          <>
            <div id="pipeline-trend" data-live>
              <PipelineTrend repo={repo} pipelines={props.recent} />
            </div>
            <Filter {...props} />
            <div id="pipelines" data-live data-live-at={pipelineNewsAt(repo)}>
              <Panel flush footer={<Pagination info={pagination} noun="pipelines" />}>
                {pipelines.length === 0 ? (
                  <EmptyState
                    icon="search"
                    title="No matching pipelines"
                    action={<LinkButton href={pipelinesUrl(repo)}>All pipelines</LinkButton>}
                  >
                    <p>Change the filter to see others.</p>
                  </EmptyState>
                ) : (
                  <RowList label="Pipelines">
                    {pipelines.map((one) => (
                      <PipelineRow
                        key={one.id}
                        repo={repo}
                        pipeline={one}
                        approval={{ from: 'pipelines', canRun: repo.can.work && props.isOn }}
                      />
                    ))}
                  </RowList>
                )}
              </Panel>
            </div>
            <StatusBadge {...props} />
          </>
        )}
      </div>
    </RepoFrame>
  )
}

function Filter({ repo, filter, branches }: PipelinesProps) {
  return (
    <form
      method="get"
      action={pipelinesUrl(repo)}
      class="pull-bar pipeline-filter"
      role="search"
      aria-label="Pipelines"
    >
      <input
        class="input input-mono"
        name="branch"
        value={filter.branch}
        placeholder="Any branch"
        aria-label="Branch"
        list="pipeline-branches"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxlength={255}
      />
      <datalist id="pipeline-branches">
        {branches.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <select class="input input-select" name="status" aria-label="State">
        <option value="">Any state</option>
        {states.map((status) => (
          <option key={status} value={status} selected={status === filter.status}>
            {statusWord(status)}
          </option>
        ))}
      </select>
      <Button icon="filter">Filter</Button>
    </form>
  )
}

/** Of the branch that the list is of. */
function StatusBadge({ chrome, repo, filter }: PipelinesProps) {
  return (
    <details class="disclosure badge-offer">
      <summary>Status badge</summary>
      <p>
        <img src={badgeUrl(repo, filter.branch)} height={20} alt="The badge" loading="lazy" />
        <span class="muted">
          {filter.branch === '' ? 'Of the default branch' : `Of ${filter.branch}`}, as Markdown for a README:
        </span>
      </p>
      <CopyField value={badgeMarkdown(chrome.baseUrl, repo, filter.branch)} label="Markdown of the status badge" />
    </details>
  )
}

/** What stands here when nothing ran yet: how to begin. */
function Teach({ repo }: { repo: RepoHead }) {
  if (repo.mirrorOf !== null) {
    return (
      <EmptyState icon="workflow" title="No pipelines yet">
        <p>
          Nothing runs by itself here, because others write what comes from the server that is followed. What its{' '}
          <code>.svc-ci.yml</code> says can be run by hand.
        </p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="workflow"
      title="No pipelines yet"
      action={
        repo.can.push && (
          <LinkButton href={`${repoUrl(repo)}/ci/config`} tone="primary" icon="pencil">
            Write the configuration
          </LinkButton>
        )
      }
    >
      <p>
        A file named <code>.svc-ci.yml</code> defines what runs after each push: jobs, each with steps. Commit this one
        to get started.
      </p>
      <CodeBlock code={example} label="a first .svc-ci.yml" />
    </EmptyState>
  )
}
