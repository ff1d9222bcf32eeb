import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { prepared } from '../../db/prepared.ts'
import { readThreads } from '../threads/keep-thread.ts'
import { listThreads } from '../threads/list-threads.ts'
import { openForThreads, openThread } from '../threads/open-threads.ts'
import type { Thread } from '../threads/thread.ts'
import type { ThreadFilter } from '../threads/thread-filter.ts'

/** How a path names an issue. */
export interface IssueRef extends RepoRef {
  readonly number: string
}

export async function listIssues(
  app: Pick<App, 'config' | 'db' | 'kept'>,
  actor: Actor,
  ref: RepoRef,
  asked: { readonly filter: ThreadFilter; readonly request: PageRequest },
): Promise<Page<Thread>> {
  const repo = await openForThreads(app, actor, { ...ref, kind: 'issue' }, 'read')
  return listThreads(app, actor, { repo, kind: 'issue' }, asked)
}

export async function getIssue(app: Pick<App, 'db'>, actor: Actor, ref: IssueRef): Promise<Thread> {
  return (await openThread(app, actor, { ...ref, kind: 'issue' }, 'read')).thread
}

/** The last one pinned first. */
export async function listPinnedIssues(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef): Promise<readonly Thread[]> {
  const repo = await openForThreads(app, actor, { ...ref, kind: 'issue' }, 'read')
  const rows = await pinnedIn(app.db, { repoId: repo.id })
  const pinned =
    rows.length === 0
      ? []
      : await readThreads(
          app.db,
          rows.map(({ id }) => id),
        )
  return pinned.toSorted((a, b) => (b.pinnedAt ?? 0) - (a.pinnedAt ?? 0))
}

const pinnedIn = prepared((db, its: { repoId: number }) =>
  db
    .selectFrom('threads')
    .select('id')
    .where('repo_id', '=', its.repoId)
    .where('pinned_at', 'is not', null)
    .where('kind', '=', 'issue'),
)
