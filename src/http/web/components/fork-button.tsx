import { repoUrl } from '../code-urls.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { LinkButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** Leads to a page that asks for the name; a stranger signs in on the way. */
export function ForkButton({ repo }: { repo: RepoHead }) {
  return (
    <LinkButton href={`${repoUrl(repo)}/fork`} icon="repo-forked">
      {`Fork ${repo.forks.toLocaleString('en')}`}
    </LinkButton>
  )
}

export function ForkedFrom({ repo: { source } }: { repo: RepoHead }) {
  if (source === null) return null
  return (
    <p class="forked-from muted">
      <Icon name="repo-forked" />
      <span class="break">
        Forked from{' '}
        <a href={repoUrl(source)}>
          {source.owner}/{source.slug}
        </a>
      </span>
    </p>
  )
}
