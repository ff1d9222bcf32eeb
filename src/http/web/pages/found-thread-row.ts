import { iso } from '../../../core/iso-time.ts'
import type { Thread } from '../../../features/threads/thread.ts'
import { type RepoName, repoUrl } from '../code-urls.ts'
import type { FoundThreadRow } from '../components/found-threads.tsx'
import { pullUrl } from '../pull-urls.ts'
import { authorElsewhere } from './author-elsewhere.ts'

/** An issue or a pull request among those of other repositories. */
export function foundThreadRow({ repo, thread }: { repo: RepoName; thread: Thread }): FoundThreadRow {
  const isPull = thread.kind === 'pull'
  return {
    href: isPull ? pullUrl({ ...repo, number: thread.number }) : `${repoUrl(repo)}/issues/${thread.number}`,
    repository: `${repo.owner}/${repo.slug}`,
    number: thread.number,
    title: thread.title,
    status: isPull ? ({ open: 'pull', closed: 'pull-closed', merged: 'merged' } as const)[thread.state] : thread.state,
    author: thread.author?.username ?? null,
    elsewhere: authorElsewhere(thread),
    updatedAt: iso(thread.updatedAt),
  }
}
