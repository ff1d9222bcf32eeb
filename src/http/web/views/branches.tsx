import { shortSha } from '../../../core/sha.ts'
import type { BranchPull } from '../../../features/pulls/pulls-of-branches.ts'
import { codeUrl, commitUrl, compareUrl, newBranchUrl, repoUrl } from '../code-urls.ts'
import { Badge } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
import { CommitChecks } from '../components/commit-checks.tsx'
import type { CommitSummary } from '../components/commit-line.tsx'
import { Confirm } from '../components/confirm.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { NameFilter } from '../components/name-filter.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { pullUrl } from '../pull-urls.ts'

export type ShownBranch = {
  name: string
  isDefault: boolean
  isProtected: boolean
  commit: CommitSummary
  divergence: { ahead: number; behind: number } | null
  /** Its open pull request, or the one that has merged it as it is. */
  pull: BranchPull | null
  /** Where one could be opened; null where it has nothing new. */
  pullAt: string | null
}

export type BranchesProps = {
  chrome: Chrome
  repo: RepoHead
  pagination: PageInfo
  q: string
  branches: readonly ShownBranch[]
}

export function BranchesView({ chrome, repo, pagination, q, branches }: BranchesProps) {
  const canMake = repo.can.push && !repo.isEmpty
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Branches">
      <PageHead
        title="Branches"
        actions={
          canMake && (
            <LinkButton icon="plus" href={newBranchUrl(repo)}>
              New branch
            </LinkButton>
          )
        }
      />
      {(q !== '' || pagination.total > 8) && (
        <NameFilter action={`${repoUrl(repo)}/branches`} q={q} label="Find a branch" />
      )}
      <Panel flush footer={<Pagination info={pagination} noun="branches" />}>
        {branches.length === 0 && q !== '' ? (
          <EmptyState icon="git-branch" title={`No branch matches “${q}”`}>
            {canMake && (
              <p>
                <a href={newBranchUrl(repo, { name: q })}>Create it</a>
              </p>
            )}
          </EmptyState>
        ) : branches.length === 0 ? (
          <EmptyState icon="git-branch" title="No branches yet">
            <p>
              The first push creates one. <a href={repoUrl(repo)}>How to push</a>
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
          {branch.isProtected && <Badge icon="shield-lock">Protected</Badge>}
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
          {divergence && <Divergence {...divergence} />}
        </>
      }
      actions={<BranchActions repo={repo} branch={branch} />}
    />
  )
}

function BranchActions({
  repo,
  branch: { name, divergence, commit, isProtected, isDefault, pull, pullAt },
}: {
  repo: RepoHead
  branch: ShownBranch
}) {
  const own = divergence?.ahead ?? 0
  return (
    <>
      {!isDefault && (
        <LinkButton
          size="small"
          icon="git-compare"
          href={compareUrl(repo, repo.defaultBranch, name)}
          label={`Compare ${name}`}
        >
          Compare
        </LinkButton>
      )}
      {pull !== null && (
        <LinkButton size="small" icon={pull.state === 'open' ? 'git-pull-request' : 'git-merge'} href={pullUrl(pull)}>
          {pull.state === 'open' ? '' : 'Merged in '}
          {pullName(repo, pull)}
        </LinkButton>
      )}
      {repo.can.push && pullAt !== null && pull === null && (
        <LinkButton size="small" icon="git-pull-request" href={pullAt} label={`Open a pull request for ${name}`}>
          Pull request
        </LinkButton>
      )}
      {repo.can.push && !isDefault && !isProtected && (
        <Confirm
          id={`delete-${commit.sha}-${name}`}
          trigger="Delete"
          triggerLabel={`Delete ${name}`}
          triggerIcon="trash"
          title={`Delete ${name}?`}
          action={`${repoUrl(repo)}/branches/delete`}
          fields={{ name }}
          confirm="Delete the branch"
        >
          <p>
            {pull?.state === 'merged'
              ? `It was merged in ${pullName(repo, pull)}.`
              : own === 0
                ? `Everything in it is in ${repo.defaultBranch} too.`
                : `${own} ${own === 1 ? 'commit is' : 'commits are'} not in ${repo.defaultBranch}, and may be lost. It ends in ${shortSha(commit.sha)}.`}
          </p>
        </Confirm>
      )}
    </>
  )
}

/** `#3` in this repository, `owner/repo#3` elsewhere. */
function pullName({ owner, slug }: RepoHead, pull: BranchPull): string {
  return `${pull.owner === owner && pull.slug === slug ? '' : `${pull.owner}/${pull.slug}`}#${pull.number}`
}

const widest = 40

/** How far it went from the default branch: behind to the left, ahead to the right, and in words. */
function Divergence({ ahead, behind }: { ahead: number; behind: number }) {
  const most = Math.max(ahead, behind, 10)
  const left = (behind / most) * widest
  const right = (ahead / most) * widest
  return (
    <span class="divergence">
      <svg width={2 * widest + 1} height="8" viewBox={`0 0 ${2 * widest + 1} 8`} aria-hidden="true" focusable="false">
        <rect class="divergence-field" x="0" y="2" width={2 * widest + 1} height="4" />
        <rect class="divergence-behind" x={widest - left} y="2" width={left} height="4" />
        <rect class="divergence-ahead" x={widest + 1} y="2" width={right} height="4" />
        <rect class="divergence-middle" x={widest} y="0" width="1" height="8" />
      </svg>
      <span>
        {ahead.toLocaleString('en')} ahead, {behind.toLocaleString('en')} behind
      </span>
    </span>
  )
}
