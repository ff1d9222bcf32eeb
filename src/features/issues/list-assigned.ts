import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import { readPage } from '../../db/read-page.ts'
import { visibleAmong } from '../repos/visible-to.ts'

/** An open issue that somebody is to look after. */
export interface AssignedIssue {
  readonly owner: string
  readonly repo: string
  readonly number: number
  readonly title: string
  /** Since when. */
  readonly at: number
}

/** The last that were given to somebody first. */
export function listAssigned(
  app: Pick<App, 'db'>,
  actor: SessionActor,
  request: PageRequest,
): Promise<Page<AssignedIssue>> {
  const assigned = app.db
    .selectFrom('thread_assignees')
    .innerJoin('threads', 'threads.id', 'thread_assignees.thread_id')
    .innerJoin('repos', 'repos.id', 'threads.repo_id')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select(['owners.name as owner', 'repos.slug as repo', 'threads.number', 'threads.title'])
    .select('thread_assignees.created_at as at')
    .where('thread_assignees.user_id', '=', actor.user.id)
    .where('threads.kind', '=', 'issue')
    .where('threads.state', '=', 'open')
    .where(visibleAmong(actor))
    .orderBy('thread_assignees.created_at', 'desc')
  return readPage(assigned, request)
}
