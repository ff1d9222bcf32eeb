import type { CommitSummary } from '../components/commit-line.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { CommitDays } from './commits.tsx'
import { PullFrame, type PullHead } from './pull-frame.tsx'

export type PullCommitsProps = {
  chrome: Chrome
  repo: RepoHead
  pull: PullHead
  commits: readonly CommitSummary[]
  pagination: PageInfo
}

export function PullCommitsView({ chrome, repo, pull, commits, pagination }: PullCommitsProps) {
  return (
    <PullFrame chrome={chrome} repo={repo} pull={pull} page="commits">
      {commits.length === 0 ? (
        <Panel>
          <EmptyState icon="git-commit" title="No commits">
            <p>{pull.target.name} has all of them already.</p>
          </EmptyState>
        </Panel>
      ) : (
        <CommitDays repo={repo} commits={commits} />
      )}
      <div class="list-foot">
        <Pagination info={pagination} noun="commits" />
      </div>
    </PullFrame>
  )
}
