import { Button, LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { type ListedPull, PullRow } from '../components/pull-row.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { pullsUrl } from '../pull-urls.ts'

export type PullsQuery = {
  state: 'open' | 'merged' | 'closed'
  q: string
  sort: 'created' | 'updated' | 'comments'
  author: string
  reviewer: string
}

export type PullsProps = {
  chrome: Chrome
  repo: RepoHead
  query: PullsQuery
  counts: Readonly<Record<PullsQuery['state'], number>>
  pulls: readonly ListedPull[]
  pagination: PageInfo
}

const states = [
  { state: 'open', word: 'Open' },
  { state: 'merged', word: 'Merged' },
  { state: 'closed', word: 'Closed' },
] as const

const sorts = [
  { value: 'created', label: 'Newest first' },
  { value: 'updated', label: 'Last touched first' },
  { value: 'comments', label: 'Most discussed first' },
] as const

export function PullsView({ chrome, repo, query, counts, pulls, pagination }: PullsProps) {
  const at = pullsUrl(repo)
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Pull requests">
      <h1 class="sr-only">Pull requests</h1>
      <form method="get" action={at} class="pull-bar" role="search" aria-label="Pull requests">
        <input type="hidden" name="state" value={query.state} />
        <input
          class="input pull-search"
          type="search"
          name="q"
          value={query.q}
          placeholder="Words"
          aria-label="Words"
          maxlength={1000}
        />
        <input
          class="input"
          name="author"
          value={query.author}
          placeholder="Author"
          aria-label="Author"
          autocomplete="off"
          maxlength={255}
        />
        <input
          class="input"
          name="reviewer"
          value={query.reviewer}
          placeholder="Reviewer"
          aria-label="Reviewer"
          autocomplete="off"
          maxlength={255}
        />
        <select class="input input-select" name="sort" aria-label="Order">
          {sorts.map(({ value, label }) => (
            <option key={value} value={value} selected={value === query.sort}>
              {label}
            </option>
          ))}
        </select>
        <Button icon="search">Search</Button>
        {chrome.viewer !== null && (
          <LinkButton href={`${at}/new`} icon="plus" tone="primary">
            New pull request
          </LinkButton>
        )}
      </form>
      <div class="panel">
        <header class="panel-head">
          <nav class="segments" aria-label="State">
            {states.map(({ state, word }) => (
              <a
                key={state}
                href={hrefOf(at, { ...query, state })}
                aria-current={state === query.state ? 'page' : undefined}
              >
                {word} {counts[state].toLocaleString('en')}
              </a>
            ))}
          </nav>
        </header>
        {pulls.length === 0 ? (
          <Nothing chrome={chrome} repo={repo} query={query} at={at} />
        ) : (
          <ul class="rows" role="list" aria-label="Pull requests">
            {pulls.map((pull) => (
              <PullRow key={pull.number} pull={pull} repo={repo} />
            ))}
          </ul>
        )}
        <footer class="panel-foot">
          <Pagination info={pagination} noun="pull requests" />
        </footer>
      </div>
    </RepoFrame>
  )
}

/** Only what was asked for is in the address. */
function hrefOf(at: string, query: PullsQuery): string {
  const asked = Object.entries(query).filter(
    ([name, value]) => value !== '' && !(name === 'sort' && value === 'created'),
  )
  return `${at}?${new URLSearchParams(asked).toString()}`
}

function Nothing({ chrome, repo, query, at }: Pick<PullsProps, 'chrome' | 'repo' | 'query'> & { at: string }) {
  if (query.q !== '' || query.author !== '' || query.reviewer !== '') {
    return (
      <EmptyState icon="search" title="Nothing fits" action={<LinkButton href={at}>All open ones</LinkButton>}>
        <p>No pull request is what was asked for.</p>
      </EmptyState>
    )
  }
  if (query.state !== 'open') {
    return (
      <EmptyState
        icon="git-pull-request"
        title={query.state === 'merged' ? 'Nothing was merged yet' : 'None was closed'}
      >
        <p>What was {query.state} is kept here, with all that was said about it.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="git-pull-request"
      title="No open pull requests"
      action={chrome.viewer !== null && <LinkButton href={`${at}/new`}>New pull request</LinkButton>}
    >
      <p>
        {repo.can.push
          ? 'Push a branch, and ask for it to be merged: others can look at it first.'
          : 'Fork the repository, push a branch there, and ask for it to be merged.'}
      </p>
    </EmptyState>
  )
}
