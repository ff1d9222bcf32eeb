import { shortSha } from '../../../core/sha.ts'
import { codeUrl, commitUrl, type RepoName } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { CommitAuthor } from '../components/commit-author.tsx'
import { CommitChecks } from '../components/commit-checks.tsx'
import { CommitGraph, type GraphedCommit } from '../components/commit-graph.tsx'
import type { CommitSummary } from '../components/commit-line.tsx'
import { CommitTitle, LinkedText } from '../components/commit-message.tsx'
import { CopyButton } from '../components/copy-field.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import { type PageInfo, Pagination, pageHref } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { PathCrumbs } from '../components/path-crumbs.tsx'
import { type RefChoices, RefSwitcher, type ShownRef } from '../components/ref-switcher.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { SignatureBadge } from '../components/signature-badge.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type CommitsProps = {
  chrome: Chrome
  repo: RepoHead
  current: ShownRef
  refs: RefChoices
  path: string
  commits: readonly GraphedCommit[]
  /** On the last page: where it went on under another name. */
  former: { sha: string; path: string } | null
  asGraph: boolean
  search: { text: string; author: string; isSearch: boolean; isPartial: boolean }
  /** The page's own address. */
  href: string
  pagination: PageInfo
}

export function CommitsView(props: CommitsProps) {
  const { chrome, repo, current, refs, path, commits, former, pagination, asGraph, href, search } = props
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`Commits of ${path === '' ? current.name : path}`}>
      <PageHead title="Commits" lead={leadOf(pagination, search)} />
      <div class="code-bar">
        <RefSwitcher repo={repo} current={current} refs={refs} page="commits" path={path} />
        {path !== '' && <PathCrumbs repo={repo} refName={current.address} path={path} />}
        {path === '' && (
          <nav class="segments code-bar-end" aria-label="How they are shown">
            <a href={href} aria-current={asGraph ? undefined : 'page'}>
              List
            </a>
            <a href={`${href}?view=graph`} aria-current={asGraph ? 'page' : undefined}>
              Graph
            </a>
          </nav>
        )}
      </div>
      <SearchForm href={href} search={search} />
      {search.isPartial && (
        <Notice tone="warning">
          The history is long, and the time was over before all of it was looked through. Search in a folder, or for
          more.
        </Notice>
      )}
      {commits.length === 0 && search.isSearch ? (
        <Panel>
          <EmptyState icon="search" title="No commits found" action={<LinkButton href={href}>All commits</LinkButton>}>
            <p>No commit here says that, or was written by somebody called so.</p>
          </EmptyState>
        </Panel>
      ) : commits.length === 0 ? (
        <Panel>
          {pagination.page > 1 ? <PastTheEnd pagination={pagination} /> : <Untouched refName={current.name} />}
        </Panel>
      ) : asGraph ? (
        <Panel flush>
          <CommitGraph repo={repo} commits={commits} />
        </Panel>
      ) : (
        <CommitDays repo={repo} commits={commits} path={path} />
      )}
      {former !== null && (
        <p class="commit-former">
          Renamed from <code class="break">{former.path}</code>:{' '}
          <a href={codeUrl(repo, 'commits', former.sha, former.path)}>what came before</a>
        </p>
      )}
      {commits.length > 0 && (
        <div class="list-foot">
          <Pagination info={pagination} noun="commits" />
        </div>
      )}
    </RepoFrame>
  )
}

function SearchForm({ href, search }: Pick<CommitsProps, 'href' | 'search'>) {
  return (
    <form method="get" action={href} class="commit-search" role="search" aria-label="Commits">
      <input
        class="input"
        type="search"
        name="q"
        value={search.text}
        placeholder="Words of the message"
        aria-label="Words of the message"
        maxlength={200}
        autocomplete="off"
      />
      <input
        class="input"
        type="search"
        name="author"
        value={search.author}
        placeholder="Author"
        aria-label="Author"
        maxlength={200}
        autocomplete="off"
      />
      <Button icon="search">Search</Button>
    </form>
  )
}

/** A link that was shared before a branch was cut short, or a number typed by hand. */
function PastTheEnd({ pagination }: { pagination: PageInfo }) {
  const last = pagination.isAtLeast === true ? 1 : Math.ceil(pagination.total / pagination.perPage)
  return (
    <EmptyState
      icon="history"
      title="The history does not go back that far"
      action={
        <LinkButton href={pageHref(pagination, last)}>{last > 1 ? 'To the last page' : 'To the first page'}</LinkButton>
      }
    >
      <p>There is no page {pagination.page.toLocaleString('en')} of these commits.</p>
    </EmptyState>
  )
}

function Untouched({ refName }: { refName: string }) {
  return (
    <EmptyState icon="history" title="No commits here">
      <p>None of the commits of {refName} touched this path.</p>
    </EmptyState>
  )
}

function leadOf({ total, isAtLeast }: PageInfo, { isSearch }: CommitsProps['search']): string {
  if (isSearch && isAtLeast !== true) return `${total.toLocaleString('en')} found, newest first.`
  return isAtLeast === true ? 'Newest first.' : `${total.toLocaleString('en')} in total, newest first.`
}

/** A day, one of UTC, is a slim line in the list: most have a commit or two. */
export function CommitDays({
  repo,
  commits,
  path = '',
}: {
  repo: RepoName
  commits: readonly CommitSummary[]
  path?: string
}) {
  return (
    <Panel flush>
      <div class="commit-days">
        {byDay(commits).map(({ day, items }) => (
          <section key={items[0]?.sha}>
            <h2 class="commit-day">{day}</h2>
            <RowList label={`Commits of ${day}`}>
              {items.map((commit) => (
                <CommitRow key={commit.sha} repo={repo} commit={commit} path={path} />
              ))}
            </RowList>
          </section>
        ))}
      </div>
    </Panel>
  )
}

function CommitRow({ repo, commit, path }: { repo: RepoName; commit: CommitSummary; path: string }) {
  const short = shortSha(commit.sha)
  return (
    <Row
      title={
        <span class="break">
          <CommitTitle commit={commit} href={commitUrl(repo, commit.sha)} class="row-link" />
        </span>
      }
      meta={
        <>
          <CommitChecks checks={commit.checks} />
          <CommitAuthor commit={commit} />
          {commit.signature?.reason === 'valid' && <SignatureBadge check={commit.signature} />}
          <Time at={commit.at} />
        </>
      }
      actions={
        <>
          <span class="copy-text">
            <a class="quiet-link" href={commitUrl(repo, commit.sha)} aria-label={`Commit ${short}`}>
              <code>{short}</code>
            </a>
            <CopyButton value={commit.sha} label={`the id of ${short}`} />
          </span>
          <a
            class={path === '' ? 'icon-link commit-files' : 'icon-link'}
            href={path === '' ? codeUrl(repo, 'tree', commit.sha) : codeUrl(repo, 'blob', commit.sha, path)}
            aria-label={`The files at ${short}`}
            title="The files at this commit"
          >
            <Icon name="file-code" />
          </a>
        </>
      }
    >
      {commit.body !== '' && (
        <details class="commit-more">
          <summary>Full message</summary>
          <pre class="plain-text">
            <LinkedText text={commit.body} links={commit.links} />
          </pre>
        </details>
      )}
    </Row>
  )
}

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

function byDay(commits: readonly CommitSummary[]): readonly { day: string; items: CommitSummary[] }[] {
  const days: { date: string; day: string; items: CommitSummary[] }[] = []
  for (const commit of commits) {
    const [date = ''] = commit.at.split('T')
    const last = days.at(-1)
    if (last?.date === date) last.items.push(commit)
    else days.push({ date, day: dayFormat.format(new Date(commit.at)), items: [commit] })
  }
  return days
}
