import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Icon } from '../components/icon.tsx'
import { IssueRow, type ShownIssue } from '../components/issue-row.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { type IssueQuery, plainQuery, writeIssueQuery } from '../issue-query.ts'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { BulkBar } from './issues-bulk.tsx'
import { type IssueChoices, IssueFilters, StateLinks } from './issues-filters.tsx'

export type IssuesProps = {
  chrome: Chrome
  repo: RepoHead
  query: IssueQuery
  issues: readonly ShownIssue[]
  /** At the head of the first page. */
  pinned: readonly ShownIssue[]
  counts: { open: number; closed: number }
  choices: IssueChoices
  pagination: PageInfo
  can: { open: boolean; manage: boolean }
}

export function IssuesView(props: IssuesProps) {
  const { chrome, repo, query, issues, pinned, can } = props
  const base = repoUrl(repo)
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Issues">
      <h1 class="sr-only">Issues</h1>
      <div class="issue-bar">
        <form method="get" action={`${base}/issues`} class="issue-search" role="search" aria-label="Issues">
          <input
            class="input"
            type="search"
            name="q"
            value={writeIssueQuery(query)}
            aria-label="Query"
            autocomplete="off"
            spellcheck={false}
            maxlength={1000}
          />
          <Button icon="search">Search</Button>
        </form>
        <div class="issue-bar-end">
          <LinkButton href={`${base}/labels`} icon="tag">
            Labels
          </LinkButton>
          <LinkButton href={`${base}/milestones`} icon="milestone">
            Milestones
          </LinkButton>
          {can.open && (
            <LinkButton href={`${base}/issues/new`} icon="plus" tone="primary">
              New issue
            </LinkButton>
          )}
        </div>
      </div>
      {pinned.length > 0 && <Pinned issues={pinned} base={base} />}
      <form method="post" action={`${base}/issues/bulk`} class="panel" data-issue-list>
        <input type="hidden" name="q" value={writeIssueQuery(query)} />
        <header class="panel-head issue-head">
          <StateLinks base={base} query={query} counts={props.counts} />
          <IssueFilters base={base} query={query} choices={props.choices} />
        </header>
        {can.manage && issues.length > 0 && <BulkBar choices={props.choices} />}
        {issues.length === 0 ? (
          <Nothing {...props} />
        ) : (
          <ul class="rows" role="list" aria-label="Issues">
            {issues.map((issue) => (
              <IssueRow key={issue.number} issue={issue} base={base} selectable={can.manage} />
            ))}
          </ul>
        )}
        <footer class="panel-foot">
          <Pagination info={props.pagination} noun="issues" />
        </footer>
      </form>
    </RepoFrame>
  )
}

function Pinned({ issues, base }: { issues: readonly ShownIssue[]; base: string }) {
  return (
    <ul class="pinned" role="list" aria-label="Pinned issues">
      {issues.map((issue) => (
        <li key={issue.number} class="panel pinned-issue">
          <Icon name="pin" />
          <p>
            <a class="row-link" href={`${base}/issues/${issue.number}`}>
              {issue.title}
            </a>{' '}
            <span class="muted">#{issue.number}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

function Nothing({ repo, query, counts, can }: IssuesProps) {
  const base = repoUrl(repo)
  const isPlain = writeIssueQuery(query) === writeIssueQuery(plainQuery)
  if (!isPlain) {
    return (
      <EmptyState
        icon="search"
        title="Nothing fits"
        action={<LinkButton href={`${base}/issues`}>All open issues</LinkButton>}
      >
        <p>No issue is what was asked for. Take something out of the query.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="issue-opened"
      title={counts.closed > 0 ? 'Nothing is open' : 'No issues yet'}
      action={
        can.open && (
          <LinkButton href={`${base}/issues/new`} icon="plus">
            New issue
          </LinkButton>
        )
      }
    >
      <p>An issue is a fault, a wish or a question, with the conversation about it.</p>
    </EmptyState>
  )
}
