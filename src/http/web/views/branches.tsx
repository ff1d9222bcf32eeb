import { codeUrl, commitUrl, compareUrl, repoUrl } from '../code-urls.ts'
import { Badge } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
import { CommitChecks } from '../components/commit-checks.tsx'
import { type CommitSummary, shortSha } from '../components/commit-line.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type ShownBranch = {
  name: string
  isDefault: boolean
  commit: CommitSummary
  divergence: { ahead: number; behind: number } | null
}

export type BranchesProps = {
  chrome: Chrome
  repo: RepoHead
  pagination: PageInfo
  branches: readonly ShownBranch[]
}

export function BranchesView({ chrome, repo, pagination, branches }: BranchesProps) {
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Branches">
      <PageHead title="Branches" />
      <Panel flush footer={<Pagination info={pagination} noun="branches" />}>
        {branches.length === 0 ? (
          <EmptyState icon="git-branch" title="No branches yet">
            <p>
              The first push makes one. <a href={repoUrl(repo)}>How to push</a>
            </p>
          </EmptyState>
        ) : (
          <RowList label="Branches">
            {branches.map((branch) => (
              <BranchRow key={branch.name} repo={repo} branch={branch} />
            ))}
          </RowList>
        )}
      </Panel>
    </RepoFrame>
  )
}

function BranchRow({ repo, branch }: { repo: RepoHead; branch: ShownBranch }) {
  const { commit, divergence } = branch
  return (
    <Row
      icon="git-branch"
      title={
        <>
          <a class="row-link" href={codeUrl(repo, 'tree', branch.name)}>
            {branch.name}
          </a>
          {branch.isDefault && <Badge>Default</Badge>}
          <CommitChecks checks={commit.checks} />
        </>
      }
      meta={
        <>
          <a class="quiet-link" href={commitUrl(repo, commit.sha)}>
            <code>{shortSha(commit.sha)}</code>
          </a>
          <span class="row-clip">{commit.title}</span>
          <Time at={commit.at} />
          {divergence && (
            <span>
              {divergence.ahead} ahead, {divergence.behind} behind
            </span>
          )}
        </>
      }
      actions={
        !branch.isDefault && (
          <LinkButton
            size="small"
            icon="git-compare"
            href={compareUrl(repo, repo.defaultBranch, branch.name)}
            label={`Compare ${branch.name}`}
          >
            Compare
          </LinkButton>
        )
      }
    />
  )
}
