import { exactTag } from '../../../core/ref-name.ts'
import { shortSha } from '../../../core/sha.ts'
import { codeUrl, commitUrl, repoUrl } from '../code-urls.ts'
import { Badge } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
import { CommitAuthor } from '../components/commit-author.tsx'
import type { ShownCommitChecks } from '../components/commit-checks.tsx'
import type { CommitSummary } from '../components/commit-line.tsx'
import { LinkedText } from '../components/commit-message.tsx'
import { CopyText } from '../components/copy-field.tsx'
import { DiffList, type DiffListProps } from '../components/diff-list.tsx'
import { Facts } from '../components/facts.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import { SignatureBadge, signatureText } from '../components/signature-badge.tsx'
import { StatusLabel } from '../components/status-label.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type CommitProps = {
  chrome: Chrome
  repo: RepoHead
  commit: CommitSummary & {
    authorEmail: string
    committer: string
    authoredAt: string
    parents: readonly string[]
    /** Null where it would take too long to find out; `late` where it is still looked for, at `wholeHref`. */
    containing: { refs: readonly { name: string; kind: 'branch' | 'tag' }[]; total: number } | 'late' | null
  }
  wholeHref: string
  diff: Omit<DiffListProps, 'repo' | 'sha'>
}

export function CommitView({ chrome, repo, commit, diff, wholeHref }: CommitProps) {
  return (
    <RepoFrame chrome={chrome} repo={repo} title={commit.title} width={diff.style === 'split' ? 'full' : 'normal'}>
      <PageHead
        title={<LinkedText text={commit.title} links={commit.links} />}
        actions={
          <>
            {repo.can.push && (
              <>
                <LinkButton href={`${repoUrl(repo)}/cherry-pick/${commit.sha}`}>Cherry-pick</LinkButton>
                <LinkButton href={`${repoUrl(repo)}/revert/${commit.sha}`}>Revert</LinkButton>
              </>
            )}
            <LinkButton href={codeUrl(repo, 'tree', commit.sha)} icon="file-code">
              Browse files
            </LinkButton>
          </>
        }
      />
      <div class="commit-sheet">
        <Panel>
          {commit.body !== '' && (
            <pre class="plain-text commit-body">
              <LinkedText text={commit.body} links={commit.links} />
            </pre>
          )}
          <Facts facts={factsOf(repo, commit, wholeHref)} />
        </Panel>
        {commit.parents.length > 1 && (
          <Notice tone="info" word="A merge.">
            Changes are shown against its first parent.
          </Notice>
        )}
        <DiffList {...diff} repo={repo} sha={commit.sha} />
      </div>
    </RepoFrame>
  )
}

function ChecksFact({ checks: { status, href } }: { checks: ShownCommitChecks }) {
  const label = <StatusLabel status={status} />
  return href === null ? (
    label
  ) : (
    <a href={href} rel="noopener nofollow">
      {label}
    </a>
  )
}

type ContainingProps = { repo: RepoHead; containing: CommitProps['commit']['containing']; wholeHref: string }

function ContainingRefs({ repo, containing, wholeHref }: ContainingProps) {
  if (containing === 'late') {
    return (
      <span class="muted" id="containing" data-late-at={wholeHref}>
        looking through branches and tags
        <noscript>
          : <a href={wholeHref}>wait for them</a>
        </noscript>
      </span>
    )
  }
  if (containing === null || containing.total === 0) {
    return (
      <span class="muted" id="containing">
        {containing === null ? 'too many branches and tags to check' : 'no branch or tag'}
      </span>
    )
  }
  const more = containing.total - containing.refs.length
  return (
    <span class="parent-list" id="containing">
      {containing.refs.map(({ name, kind }) => (
        <a key={kind + name} class="graph-ref" href={codeUrl(repo, 'tree', kind === 'tag' ? exactTag(name) : name)}>
          <Badge icon={kind === 'branch' ? 'git-branch' : 'tag'}>{name}</Badge>
        </a>
      ))}
      {more > 0 && <span class="muted">and {more.toLocaleString('en')} more</span>}
    </span>
  )
}

function factsOf(repo: RepoHead, commit: CommitProps['commit'], wholeHref: string) {
  const isOwn = commit.committer === commit.author && commit.at === commit.authoredAt
  return [
    { label: 'Commit', value: <CopyText value={commit.sha} label="the id of the commit" /> },
    ...(commit.checks === undefined ? [] : [{ label: 'Checks', value: <ChecksFact checks={commit.checks} /> }]),
    {
      label: 'Author',
      value: (
        <span class="break">
          <CommitAuthor commit={commit} /> <span class="muted">{commit.authorEmail}</span>,{' '}
          <Time at={commit.authoredAt} />
        </span>
      ),
    },
    ...(isOwn
      ? []
      : [
          {
            label: 'Committer',
            value: (
              <span class="break">
                {commit.committer}, <Time at={commit.at} />
              </span>
            ),
          },
        ]),
    ...(commit.signature === undefined
      ? []
      : [
          {
            label: 'Signature',
            value: (
              <span class="badges">
                <SignatureBadge check={commit.signature} /> {signatureText(commit.signature)}
              </span>
            ),
          },
        ]),
    {
      label: commit.parents.length > 1 ? 'Parents' : 'Parent',
      value:
        commit.parents.length === 0 ? (
          'none, this is the first commit'
        ) : (
          <span class="parent-list">
            {commit.parents.map((sha) => (
              <a key={sha} href={commitUrl(repo, sha)}>
                <code>{shortSha(sha)}</code>
              </a>
            ))}
          </span>
        ),
    },
    { label: 'In', value: <ContainingRefs repo={repo} containing={commit.containing} wholeHref={wholeHref} /> },
  ]
}
