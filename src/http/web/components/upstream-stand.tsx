import { codeUrl, repoUrl } from '../code-urls.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { upstreamPullUrl } from '../pull-urls.ts'
import { Button, LinkButton } from './button.tsx'
import { Icon } from './icon.tsx'

export type ShownStand = { owner: string; slug: string; branch: string; ahead: number; behind: number }

/** How far a fork went from where it came from, and what brings the two together. */
export function UpstreamStand({ repo, stand }: { repo: RepoHead; stand: ShownStand }) {
  const { ahead, behind } = stand
  const pullAt = ahead > 0 ? upstreamPullUrl(repo, repo.defaultBranch) : null
  return (
    <div class="panel panel-line">
      <Icon name="repo-forked" />
      <span class="panel-line-text">
        {wordsOf(stand)}{' '}
        <a class="break" href={codeUrl(stand, 'tree', stand.branch)}>
          {stand.owner}/{stand.slug}:{stand.branch}
        </a>
      </span>
      {repo.can.push && pullAt !== null && (
        <LinkButton size="small" icon="git-pull-request" href={pullAt}>
          Pull request
        </LinkButton>
      )}
      {repo.can.push && behind > 0 && (
        <form method="post" action={`${repoUrl(repo)}/sync`}>
          <Button
            size="small"
            icon={ahead > 0 ? 'git-merge' : 'sync'}
            name="method"
            value={ahead > 0 ? 'merge' : 'fast-forward'}
          >
            {ahead > 0 ? 'Merge what is new' : 'Sync'}
          </Button>
        </form>
      )}
    </div>
  )
}

function wordsOf({ ahead, behind }: ShownStand): string {
  const [more, less] = [`${ahead.toLocaleString('en')} ahead of`, `${behind.toLocaleString('en')} behind`]
  if (ahead > 0) return behind > 0 ? `${less}, ${more}` : more
  return behind > 0 ? less : 'Up to date with'
}
