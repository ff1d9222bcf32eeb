import type { ComponentChildren } from 'preact'
import { Badge, VisibilityBadge } from './badge.tsx'
import { Icon } from './icon.tsx'
import { Row, RowList } from './row-list.tsx'
import { Time } from './time.tsx'

export type RepoSummary = {
  owner: string
  slug: string
  description: string
  isPublic: boolean
  isEmpty: boolean
  isArchived: boolean
  stars: number
  updatedAt: string
}

type RepoListProps = {
  label: string
  repositories: readonly RepoSummary[]
  /** For a narrow column: what it is called and when it was touched. */
  compact?: boolean | undefined
}

export function RepoList({ label, repositories, compact = false }: RepoListProps) {
  return (
    <RowList label={label}>
      {repositories.map((repo) => (
        <RepoRow key={`${repo.owner}/${repo.slug}`} repo={repo} compact={compact} />
      ))}
    </RowList>
  )
}

type RepoRowProps = { repo: RepoSummary; compact?: boolean | undefined; actions?: ComponentChildren }

export function RepoRow({ repo, compact = false, actions }: RepoRowProps) {
  return (
    <Row
      icon="repo"
      title={
        <>
          <a class="row-link" href={`/${repo.owner}/${repo.slug}`}>
            <span class="repo-owner">{repo.owner} / </span>
            {repo.slug}
          </a>
          <VisibilityBadge isPublic={repo.isPublic} />
          {repo.isEmpty && <Badge>Empty</Badge>}
          {repo.isArchived && <Badge icon="archive">Archived</Badge>}
        </>
      }
      meta={
        <>
          {repo.description !== '' && !compact && <span class="row-description">{repo.description}</span>}
          <span>
            Updated <Time at={repo.updatedAt} />
          </span>
          {repo.stars > 0 && !compact && (
            <span class="row-fact">
              <Icon name="star" /> {repo.stars.toLocaleString('en')}
              <span class="sr-only"> stars</span>
            </span>
          )}
        </>
      }
      actions={actions}
    />
  )
}
