import { Button, LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Mark } from '../components/mark.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { RepoList, type RepoSummary } from '../components/repo-list.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'

export type HomeProps = { chrome: Chrome; q: string; repositories: readonly RepoSummary[]; pagination: PageInfo }

/** `/` for strangers. */
export function HomeView({ chrome, q, repositories, pagination }: HomeProps) {
  const host = new URL(chrome.baseUrl).host
  return (
    <Page chrome={chrome} title={`Welcome to ${host}`} description={`Code, issues, reviews and pipelines at ${host}.`}>
      <section class="hero">
        <Mark size={64} />
        <h1>Where the work gets its shape</h1>
        <p class="hero-lead">
          <strong class="break">{host}</strong> keeps git repositories with their issues, reviews, pipelines and
          releases. It runs on its own machine and belongs to the people who run it.
        </p>
        {chrome.viewer === null && (
          <div class="hero-actions">
            <LinkButton href="/login" tone="primary">
              Sign in
            </LinkButton>
            {chrome.registrationEnabled && <LinkButton href="/register">Create an account</LinkButton>}
          </div>
        )}
      </section>
      <form method="get" action="/" class="filter-bar" role="search" aria-label="Public repositories">
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
      <Panel title="Public repositories" flush footer={<Pagination info={pagination} noun="repositories" />}>
        {repositories.length === 0 ? (
          <EmptyState icon="repo" title={q === '' ? 'Nothing is public yet' : `No public repository matches “${q}”`}>
            <p>A repository starts out private. Once its owner opens it, anybody can read and clone it from here.</p>
          </EmptyState>
        ) : (
          <RepoList label="Public repositories" repositories={repositories} />
        )}
      </Panel>
    </Page>
  )
}
