import type { Event } from '../core/events.ts'
import type { Tx } from '../db/handle.ts'
import { prepared } from '../db/prepared.ts'
import type { JobName } from './subscriptions.ts'

/**
 * Of what is opened only those are told who watch the repository, and mostly nobody does: then there is nothing to follow
 * up, and a job would cost more than the issue itself.
 */
export async function isHeard(tx: Tx, job: JobName, event: Event): Promise<boolean> {
  if (job !== 'notify' || (event.type !== 'issue.opened' && event.type !== 'pull.opened')) return true
  const { threadId, actorId } = event
  return (await watchersOfRepo(tx, { threadId })).some((watcher) => watcher.user_id !== actorId)
}

/** Two are enough to know whether there is another. */
const watchersOfRepo = prepared((db, its: { threadId: number }) =>
  db
    .selectFrom('repo_subscriptions')
    .select('user_id')
    .where('repo_id', '=', db.selectFrom('threads').select('repo_id').where('id', '=', its.threadId))
    .where('attention', '=', 'watching')
    .limit(2),
)
