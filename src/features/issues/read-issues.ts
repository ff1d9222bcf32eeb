import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
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
