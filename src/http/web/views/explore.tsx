import { Button, LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { RepoList, type RepoSummary } from '../components/repo-list.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'

type Found = { q: string; repositories: readonly RepoSummary[]; pagination: PageInfo }

/** What there is to see, for whoever looks around. */
export function ExploreView({ chrome, ...found }: Found & { chrome: Chrome }) {
  return (
    <Page chrome={chrome} title="Explore" crumbs={[{ label: 'Explore' }]}>
      <PageHead
        title="Explore"
        lead={
          chrome.viewer === null
            ? 'All public repositories, most recently updated first.'
            : 'All repositories you can see, most recently updated first.'
        }
        actions={
          <LinkButton href="/search?type=code" icon="search">
            Search code
          </LinkButton>
        }
      />
      <PublicRepos action="/explore" title="Repositories" {...found} />
    </Page>
  )
}

type PublicReposProps = Found & { action: string; title?: string }

/** Repositories to look through, by a part of a name. */
export function PublicRepos({ action, title = 'Public repositories', q, repositories, pagination }: PublicReposProps) {
  return (
    <>
      <form method="get" action={action} class="filter-bar" role="search" aria-label={title}>
        <label class="sr-only" for="explore-q">
          Part of a name or description
        </label>
        <input
          id="explore-q"
          class="input"
          type="search"
          name="q"
          value={q}
          placeholder="Part of a name or description"
        />
        <Button>Search</Button>
      </form>
      <Panel title={title} flush footer={<Pagination info={pagination} noun="repositories" />}>
        {repositories.length === 0 ? (
          <EmptyState icon="repo" title={q === '' ? 'Nothing is public yet' : `No repository here matches “${q}”`}>
            <p>Repositories are private at first. Once the owner makes one public, everybody can read and clone it.</p>
          </EmptyState>
        ) : (
          <RepoList label={title} repositories={repositories} />
        )}
      </Panel>
    </>
  )
}
