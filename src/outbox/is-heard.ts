import type { Event } from '../core/events.ts'
import type { Tx } from '../db/handle.ts'
import { prepared } from '../db/prepared.ts'
import type { JobName } from './subscriptions.ts'

/** Mostly there is nobody to tell, and then a job would cost more than the thing itself. */
export async function isHeard(tx: Tx, job: JobName, event: Event): Promise<boolean> {
  if (job === 'pipelines.follow-pull' && (event.type === 'pull.closed' || event.type === 'pull.merged')) {
    return (await waitingPipelines(tx, { threadId: event.threadId })).length > 0
  }
  if (job === 'pipelines.withdraw-overtaken' && event.type === 'pipeline.created') {
    return (await openPipelines(tx, { repoId: event.repoId, pipelineId: event.pipelineId })).length > 0
  }
  if (job === 'pulls.check' && (event.type === 'talk.resolved' || event.type === 'comment.deleted')) {
    return (await waitingPulls(tx, { threadId: event.threadId })).length > 0
  }
  if (job === 'pulls.follow-rules' && event.type === 'repo.rules-changed') {
    return (await waitingPullsIn(tx, { repoId: event.repoId })).length > 0
  }
  if (job === 'issues.follow-push' && event.type === 'repo.pushed') return event.isMirrored !== true
  if (job === 'repo.purge' && event.type === 'user.deleted') return event.nobodyId !== null
  if (job === 'account.purge' && event.type === 'user.deleted') return event.leavingId !== null
  if (job !== 'notify') return true
  switch (event.type) {
    case 'thread.arranged':
      return event.arrangement.change === 'assigned'
    case 'issue.opened':
    case 'pull.opened':
      return (await hearersOfOpening(tx, { threadId: event.threadId, actorId: event.actorId ?? 0 })).length > 0
    default:
      return true
  }
}

/** One that waits to be let run, and should not wait any longer. */
const waitingPipelines = prepared((db, its: { threadId: number }) =>
  db
    .selectFrom('pipelines')
    .select('id')
    .where('thread_id', '=', its.threadId)
    .where('status', '=', 'blocked')
    .limit(1),
)

/** One that has not ended before this one was made. */
const openPipelines = prepared((db, its: { repoId: number; pipelineId: number }) =>
  db
    .selectFrom('pipelines')
    .select('id')
    .where('status', 'in', ['created', 'pending', 'running'])
    .where('repo_id', '=', its.repoId)
    .where('id', '<', its.pipelineId)
    .limit(1),
)

/** One that is to be merged by itself. */
const waitingPulls = prepared((db, its: { threadId: number }) =>
  db.selectFrom('pulls').select('thread_id').where('thread_id', '=', its.threadId).where('auto_merge', 'is not', null),
)

const waitingPullsIn = prepared((db, its: { repoId: number }) =>
  db
    .selectFrom('pulls')
    .select('thread_id')
    .where('repo_id', '=', its.repoId)
    .where('auto_merge', 'is not', null)
    .limit(1),
)

/** Somebody else who watches the repository, or whom it is assigned to: one is enough, of however many. */
const hearersOfOpening = prepared((db, its: { threadId: number; actorId: number }) =>
  db
    .selectFrom('repo_subscriptions')
    .select('user_id')
    .where('repo_id', '=', db.selectFrom('threads').select('repo_id').where('id', '=', its.threadId))
    .where('attention', '=', 'watching')
    .where('user_id', '<>', its.actorId)
    .unionAll(
      db
        .selectFrom('thread_assignees')
        .select('user_id')
        .where('thread_id', '=', its.threadId)
        .where('user_id', '<>', its.actorId),
    )
    .limit(1),
)
