import { shortSha } from '../../../core/sha.ts'
import { pipelineUrl } from '../ci-urls.ts'
import { CheckList, type ShownCheck } from '../components/check-list.tsx'
import { counted } from '../components/counted.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { JobList } from '../components/job-list.tsx'
import { threadNewsAt } from '../components/live-note.tsx'
import { Panel } from '../components/panel.tsx'
import { PipelineRow } from '../components/pipeline-row.tsx'
import { RowList } from '../components/row-list.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import type { ShownPipeline } from './pipeline.tsx'
import { PullFrame, type PullHead } from './pull-frame.tsx'

export type PullChecksProps = {
  chrome: Chrome
  repo: RepoHead
  pull: PullHead
  /** Of the commit that is checked. */
  sha: string
  checks: readonly ShownCheck[]
  pipelines: readonly ShownPipeline[]
  /** The reader may let one run that waits. */
  canRun: boolean
}

/** What checks and pipelines say of the last commit, as they go on. */
export function PullChecksView({ chrome, repo, pull, sha, checks, pipelines, canRun }: PullChecksProps) {
  return (
    <PullFrame chrome={chrome} repo={repo} pull={pull} page="checks">
      <div class="stack-wide" data-live-at={threadNewsAt(repo, 'pull', pull.number)}>
        <div id="checks" data-live>
          <Panel title={summaryOf(checks)} note={`Of ${shortSha(sha)}, the last commit`} flush>
            {checks.length === 0 ? (
              <EmptyState icon="check-circle" title="No checks yet">
                <p>
                  A file <code>.svc-ci.yml</code> runs a pipeline for every push, and other services report through the
                  API. Their results appear here.
                </p>
              </EmptyState>
            ) : (
              <CheckList checks={checks} />
            )}
          </Panel>
        </div>
        <div id="check-pipelines" class="stack-wide" data-live>
          {pipelines.map((one) => (
            <Panel key={one.id} flush>
              <RowList label={`Pipeline ${one.number}`}>
                <PipelineRow repo={repo} pipeline={one} approval={{ from: 'checks', canRun }} />
              </RowList>
              {one.jobs.length > 0 && (
                <JobList
                  jobs={one.jobs}
                  logOf={(job) => `${pipelineUrl(repo, one.id)}${one.hasEnded ? `?job=${job}` : ''}#log-${job}`}
                />
              )}
            </Panel>
          ))}
        </div>
      </div>
    </PullFrame>
  )
}

/** In a sentence. */
function summaryOf(checks: readonly ShownCheck[]): string {
  const failed = checks.filter(({ status }) => status === 'failed' || status === 'error').length
  const waiting = checks.filter(({ status }) => status === 'pending').length
  if (checks.length === 0) return 'Checks'
  if (failed > 0) return `${counted(failed, 'check')} of ${checks.length} failed`
  if (waiting > 0) return `${counted(waiting, 'check')} of ${checks.length} still running`
  return checks.length === 1 ? 'The check passed' : `All ${checks.length} checks passed`
}
