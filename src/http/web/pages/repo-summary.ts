import { iso } from '../../../core/iso-time.ts'
import type { Repo } from '../../../core/repo.ts'
import type { RepoSummary } from '../components/repo-list.tsx'

/** A repository as lists show it. */
export function repoSummary(repo: Repo): RepoSummary {
  return {
    owner: repo.owner,
    slug: repo.slug,
    description: repo.description,
    isPublic: repo.isPublic,
    isEmpty: repo.isEmpty,
    isArchived: repo.isArchived,
    stars: repo.starsCount,
    updatedAt: iso(repo.updatedAt),
  }
}
