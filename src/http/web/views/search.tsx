import type { ComponentChildren } from 'preact'
import { Avatar } from '../components/avatar.tsx'
import { Count } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type FoundThreadRow, FoundThreads } from '../components/found-threads.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { RepoList, type RepoSummary } from '../components/repo-list.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { type FoundCount, SearchKinds } from '../components/search-kinds.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'

export type FoundPerson = { username: string; fullName: string | null; avatarUrl: string; joinedAt: string }

export type FoundTeam = { slug: string; name: string | null; avatarUrl: string; description: string }

export type SearchProps = {
  chrome: Chrome
  q: string
  kind: 'all' | 'issues'
  threads: readonly FoundThreadRow[]
  threadCount: FoundCount
  people: readonly FoundPerson[]
  pagination: PageInfo
  teams: readonly FoundTeam[]
  teamPages: PageInfo
  repositories: readonly RepoSummary[]
  repositoryPages: PageInfo
}

export function SearchView({ chrome, q, people, pagination, teams, teamPages, ...props }: SearchProps) {
  const { repositories, repositoryPages, kind, threads, threadCount } = props
  // Whoever found something need not be told that nobody is called so.
  const foundElse = repositories.length + threads.length + teams.length > 0
  return (
    <Page chrome={chrome} title={q === '' ? 'Search' : `Search: ${q}`} crumbs={[{ label: 'Search' }]}>
      <PageHead title="Search" />
      <form method="get" action="/search" class="filter-bar" role="search" aria-label="Everything here">
        <label class="sr-only" for="search-q">
          Search for
        </label>
        <input
          id="search-q"
          class="input"
          type="search"
          name="q"
          value={q}
          placeholder="A name or words"
          autofocus={q === ''}
        />
        {kind === 'issues' && <input type="hidden" name="type" value="issues" />}
        <Button>Search</Button>
      </form>
      <SearchKinds kind={kind} q={q} threads={q === '' ? undefined : threadCount} />
      {q !== '' && <CodeHint q={q} />}
      {kind === 'issues' ? (
        <ThreadsPanel q={q} threads={threads} count={threadCount} all />
      ) : (
        <div class="stack-wide">
          <Panel
            title="Repositories"
            note={countNote(repositoryPages)}
            flush
            footer={<Pagination info={repositoryPages} noun="repositories" />}
          >
            {repositories.length === 0 ? (
              <EmptyState icon="repo" title={q === '' ? 'No repositories yet' : `No repository matches “${q}”`}>
                <p>
                  {q === '' ? 'Those that you can see are listed here.' : 'Part of a name or a description is enough.'}
                </p>
              </EmptyState>
            ) : (
              <RepoList label="Repositories" repositories={repositories} />
            )}
          </Panel>
          {threads.length > 0 && <ThreadsPanel q={q} threads={threads} count={threadCount} />}
          {teams.length > 0 && (
            <Panel
              title="Teams"
              note={countNote(teamPages)}
              flush
              footer={<Pagination info={teamPages} noun="teams" />}
            >
              <RowList label="Teams">
                {teams.map((team) => (
                  <TeamRow key={team.slug} team={team} />
                ))}
              </RowList>
            </Panel>
          )}
          {(people.length > 0 || (q !== '' && !foundElse)) && (
            <Panel
              title="People"
              note={countNote(pagination)}
              flush
              footer={<Pagination info={pagination} noun="people" />}
            >
              {people.length === 0 ? (
                <EmptyState icon="people" title={`Nobody matches “${q}”`}>
                  <p>Part of a username or a full name is enough.</p>
                </EmptyState>
              ) : (
                <RowList label="People">
                  {people.map((person) => (
                    <PersonRow key={person.username} person={person} />
                  ))}
                </RowList>
              )}
            </Panel>
          )}
        </div>
      )}
    </Page>
  )
}

const mostTold = 1000

/** Nobody reads more than so many: how many more there are says nothing. */
function countNote({ total }: PageInfo): ComponentChildren {
  return total === 0 ? undefined : <Count value={Math.min(total, mostTold)} isAtLeast={total > mostTold} />
}

/** What stands in files is found on another page: it takes longer to look through. */
function CodeHint({ q }: { q: string }) {
  return (
    <p class="search-note">
      Looking for code?{' '}
      <a href={`/search?${new URLSearchParams({ q, type: 'code' }).toString()}`}>
        Search for “<span class="break">{q}</span>” in files
      </a>
    </p>
  )
}

type ThreadsPanelProps = { q: string; threads: readonly FoundThreadRow[]; count: FoundCount; all?: boolean }

function ThreadsPanel({ q, threads, count, all = false }: ThreadsPanelProps) {
  const more = `/search?${new URLSearchParams({ q, type: 'issues' }).toString()}`
  return (
    <Panel
      title="Issues and pull requests"
      note={count.value === 0 ? undefined : <Count {...count} />}
      flush
      actions={!all && count.value > threads.length && <a href={more}>All of them</a>}
      footer={
        all &&
        count.value > threads.length && <p class="muted">The {threads.length} most recently updated are shown.</p>
      }
    >
      {threads.length === 0 ? (
        <EmptyState icon="issue-opened" title={q === '' ? 'What are you looking for?' : `Nothing matches “${q}”`}>
          <p>Finds whole words in titles, texts and comments, or else words that begin with them.</p>
        </EmptyState>
      ) : (
        <FoundThreads threads={threads} />
      )}
    </Panel>
  )
}

function PersonRow({ person }: { person: FoundPerson }) {
  return (
    <Row
      picture={<Avatar src={person.avatarUrl} size={32} />}
      title={
        <>
          <a class="row-link" href={`/${person.username}`}>
            {person.username}
          </a>
          {person.fullName !== null && <span class="muted">{person.fullName}</span>}
        </>
      }
      meta={
        <span>
          Joined <Time at={person.joinedAt} />
        </span>
      }
    />
  )
}

function TeamRow({ team }: { team: FoundTeam }) {
  return (
    <Row
      picture={<Avatar src={team.avatarUrl} size={32} />}
      title={
        <>
          <a class="row-link" href={`/${team.slug}`}>
            {team.slug}
          </a>
          {team.name !== null && <span class="muted">{team.name}</span>}
        </>
      }
      meta={team.description !== '' && <span class="break">{team.description}</span>}
    />
  )
}
