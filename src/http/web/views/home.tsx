import { LinkButton } from '../components/button.tsx'
import { Mark } from '../components/mark.tsx'
import type { PageInfo } from '../components/pagination.tsx'
import type { RepoSummary } from '../components/repo-list.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PublicRepos } from './explore.tsx'

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
      <PublicRepos action="/" q={q} repositories={repositories} pagination={pagination} />
    </Page>
  )
}
