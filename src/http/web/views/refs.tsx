import { archiveUrl, codeUrl, commitUrl, compareUrl, repoUrl } from '../code-urls.ts'
import { Badge } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
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

type ListProps = { chrome: Chrome; repo: RepoHead; pagination: PageInfo }

export function BranchesView({ chrome, repo, pagination, branches }: ListProps & { branches: readonly ShownBranch[] }) {
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

export type ShownTag = { name: string; sha: string; message: string; tagger: string | null; at: string | null }

export function TagsView({ chrome, repo, pagination, tags }: ListProps & { tags: readonly ShownTag[] }) {
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Tags">
      <PageHead title="Tags" />
      <Panel flush footer={<Pagination info={pagination} noun="tags" />}>
        {tags.length === 0 ? (
          <EmptyState icon="tag" title="No tags yet">
            <p>
              A tag gives a commit a name that stays: <code>git tag v1.0</code>, then <code>git push origin v1.0</code>.
            </p>
          </EmptyState>
        ) : (
          <RowList label="Tags">
            {tags.map((tag) => (
              <TagRow key={tag.name} repo={repo} tag={tag} />
            ))}
          </RowList>
        )}
      </Panel>
    </RepoFrame>
  )
}

function TagRow({ repo, tag }: { repo: RepoHead; tag: ShownTag }) {
  return (
    <Row
      icon="tag"
      title={
        <a class="row-link" href={codeUrl(repo, 'tree', tag.name)}>
          {tag.name}
        </a>
      }
      meta={
        <>
          <a class="quiet-link" href={commitUrl(repo, tag.sha)}>
            <code>{shortSha(tag.sha)}</code>
          </a>
          {tag.message !== '' && <span class="row-clip">{tag.message}</span>}
          {tag.tagger !== null && <span class="break">{tag.tagger}</span>}
          {tag.at !== null && <Time at={tag.at} />}
        </>
      }
      actions={
        <>
          <LinkButton
            size="small"
            icon="download"
            href={archiveUrl(repo, tag.name, 'zip')}
            label={`Download ${tag.name} as .zip`}
          >
            .zip
          </LinkButton>
          <LinkButton
            size="small"
            icon="download"
            href={archiveUrl(repo, tag.name, 'tar.gz')}
            label={`Download ${tag.name} as .tar.gz`}
          >
            .tar.gz
          </LinkButton>
        </>
      }
    />
  )
}
