import { repoUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { RepoList, type RepoSummary } from '../components/repo-list.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type ForksProps = {
  chrome: Chrome
  repo: RepoHead
  /** Those that the reader may see. */
  forks: readonly RepoSummary[]
  pagination: PageInfo
}

export function ForksView({ chrome, repo, forks, pagination }: ForksProps) {
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Forks">
      <PageHead
        title="Forks"
        actions={
          <LinkButton href={`${repoUrl(repo)}/fork`} icon="repo-forked">
            Fork
          </LinkButton>
        }
      />
      <Panel flush footer={<Pagination info={pagination} noun="forks" />}>
        {forks.length === 0 ? (
          <EmptyState icon="repo-forked" title="No forks that you can see">
            <p>A fork is somebody’s own copy, to change and to propose changes from.</p>
          </EmptyState>
        ) : (
          <RepoList label="Forks" repositories={forks} />
        )}
      </Panel>
    </RepoFrame>
  )
}
