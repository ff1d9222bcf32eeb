import { exactTag } from '../../../core/ref-name.ts'
import { compareUrl, repoUrl } from '../code-urls.ts'
import { BranchRows, type OfferedBranch } from '../components/branch-rows.tsx'
import { Button, LinkButton } from '../components/button.tsx'
import type { CommitSummary } from '../components/commit-line.tsx'
import { counted } from '../components/counted.ts'
import { DiffList, type DiffListProps } from '../components/diff-list.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import type { RefChoices } from '../components/ref-switcher.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { newPullUrl, pullUrl } from '../pull-urls.ts'
import { CommitDays } from './commits.tsx'

export type CompareProps = {
  chrome: Chrome
  repo: RepoHead
  refs: RefChoices
  base: string
  head: string
  /** The two as they are, not what one brings since they went apart. */
  isDirect: boolean
  errors?: FormErrors
  /** Null where one of the two is missing: there is nothing to compare yet. */
  found: {
    sha: string
    hasCommonBase: boolean
    ahead: number
    behind: number
    /** The pull request that is open for the two. */
    pull: number | null
    commits: readonly CommitSummary[]
    diff: Omit<DiffListProps, 'repo' | 'sha'>
  } | null
  /** What could be compared, where nothing is yet. */
  offered?: readonly OfferedBranch[]
}

export function CompareView(props: CompareProps) {
  const { chrome, repo, refs, base, head, isDirect, errors = noErrors, found, offered = [] } = props
  const isSplit = found?.diff.style === 'split'
  // Only branches can be merged; of tags and commits there is nothing to press.
  const mayOpen = repo.can.push && [base, head].every((name) => refs.branches.names.includes(name))
  return (
    <RepoFrame
      chrome={chrome}
      repo={repo}
      title={found === null ? 'Compare' : `${base}${isDirect ? '..' : '...'}${head}`}
      width={isSplit ? 'full' : 'normal'}
    >
      <PageHead title="Compare" lead="See what one branch, tag or commit adds to another." />
      <form method="get" action={`${repoUrl(repo)}/compare`} class="compare-form">
        <RefField name="base" label="Base" value={base} error={errors['base']} refs={refs} />
        <RefField name="head" label="Compare with" value={head} error={errors['head']} refs={refs} />
        {isDirect && <input type="hidden" name="direct" value="1" />}
        <Button>Compare</Button>
        {found !== null && (
          <LinkButton href={compareUrl(repo, head, base, isDirect)} icon="sync">
            Swap
          </LinkButton>
        )}
      </form>
      {found === null && (
        <Offered repo={repo} base={errors['base'] === undefined ? base : repo.defaultBranch} offered={offered} />
      )}
      {found && <Found repo={repo} base={base} head={head} isDirect={isDirect} found={found} canOpen={mayOpen} />}
    </RepoFrame>
  )
}

type RefFieldProps = { name: string; label: string; value: string; error: string | undefined; refs: RefChoices }

function RefField({ refs, ...field }: RefFieldProps) {
  const names = [...refs.branches.names, ...refs.tags.names.map(exactTag)]
  return <TextField {...field} id={`compare-${field.name}`} suggestions={names} autocomplete="off" mono />
}

type OfferedProps = { repo: RepoHead; base: string; offered: NonNullable<CompareProps['offered']> }

function Offered({ repo, base, offered }: OfferedProps) {
  if (offered.length === 0) {
    return (
      <Panel>
        <EmptyState icon="git-compare" title="Nothing to choose from yet">
          <p>Push a second branch, or enter a tag or a commit to compare with {base}.</p>
        </EmptyState>
      </Panel>
    )
  }
  return (
    <Panel title={`Compare with ${base}`} note="Most recently pushed first." flush>
      <BranchRows label="Branches" branches={offered} hrefOf={(name) => compareUrl(repo, base, name)} />
    </Panel>
  )
}

type FoundProps = {
  repo: RepoHead
  base: string
  head: string
  isDirect: boolean
  found: NonNullable<CompareProps['found']>
  canOpen: boolean
}

function Found({ repo, base, head, isDirect, found, canOpen }: FoundProps) {
  if (found.ahead === 0 && (!isDirect || found.behind === 0)) {
    return (
      <Panel>
        <EmptyState icon="git-compare" title="Nothing to compare">
          {isDirect ? (
            <p class="break">
              {base} and {head} are the same commit.
            </p>
          ) : (
            <p class="break">
              {base} already contains everything in {head}
              {found.behind > 0 && `, and ${counted(found.behind, 'commit')} more`}.
            </p>
          )}
          <OtherWay repo={repo} base={base} head={head} isDirect={isDirect} found={found} />
        </EmptyState>
      </Panel>
    )
  }
  return (
    <div class="commit-sheet">
      {!found.hasCommonBase && !isDirect && (
        <Notice tone="warning">The two have no common history: their contents are compared directly.</Notice>
      )}
      <p class="break">
        <strong>{head}</strong> is {found.ahead.toLocaleString('en')} ahead of and {found.behind.toLocaleString('en')}{' '}
        behind <strong>{base}</strong>.{' '}
        {isDirect ? 'Shown is where the two differ as they are.' : 'Shown is what it brings since they went apart.'}
      </p>
      <OtherWay repo={repo} base={base} head={head} isDirect={isDirect} found={found} />
      {found.pull !== null && (
        <p>
          <LinkButton href={pullUrl({ ...repo, number: found.pull })} icon="git-pull-request">
            View pull request #{found.pull}
          </LinkButton>
        </p>
      )}
      {canOpen && found.pull === null && (
        <p>
          <LinkButton href={newPullUrl(repo, base, head)} icon="git-pull-request" tone="primary">
            Open a pull request
          </LinkButton>
        </p>
      )}
      {found.commits.length > 0 && <CommitDays repo={repo} commits={found.commits} />}
      {found.ahead > found.commits.length && (
        <p class="muted">The newest {found.commits.length} of these commits are listed.</p>
      )}
      <DiffList {...found.diff} repo={repo} sha={found.sha} />
    </div>
  )
}

/** The same two, looked at the other way. Where one has all of the other both ways are the same, or one is empty. */
function OtherWay({ repo, base, head, isDirect, found }: Omit<FoundProps, 'canOpen'>) {
  if (!found.hasCommonBase || found.behind === 0) return null
  return (
    <p>
      <a href={compareUrl(repo, base, head, !isDirect)}>
        {isDirect ? `Only what ${head} brings` : 'Compare the two as they are'}
      </a>
    </p>
  )
}
