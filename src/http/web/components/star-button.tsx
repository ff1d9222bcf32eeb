import { repoUrl } from '../code-urls.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { LinkButton } from './button.tsx'
import { Icon } from './icon.tsx'

export function StarButton({ repo }: { repo: RepoHead }) {
  const count = repo.stars.toLocaleString('en')
  const face = `${repo.isStarred ? 'Starred' : 'Star'} ${count}`
  if (!repo.can.star) {
    return (
      <LinkButton href={`/login?redirect_to=${encodeURIComponent(repoUrl(repo))}`} icon="star">
        {face}
      </LinkButton>
    )
  }
  return (
    <form method="post" action={`${repoUrl(repo)}/${repo.isStarred ? 'unstar' : 'star'}`}>
      <button type="submit" class="button button-default" aria-pressed={repo.isStarred}>
        <Icon name={repo.isStarred ? 'star-fill' : 'star'} class={repo.isStarred ? 'starred' : undefined} />
        <span>{face}</span>
      </button>
    </form>
  )
}
