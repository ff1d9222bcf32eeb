import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { inTransaction } from '../../db/transaction.ts'
import { releaseAttachments } from '../attachments/release-attachments.ts'
import { record } from '../audit/record.ts'
import { deleteThread, lockThread } from '../threads/keep-thread.ts'
import { openThread, threadNotFound } from '../threads/open-threads.ts'
import { requireMaintainer } from '../threads/rights.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'
import type { IssueRef } from './read-issues.ts'

/**
 * For what nobody should ever read, such as what a robot wrote: it goes with all that was said in it, and only the audit
 * log knows. By Maintainers, not by its author: others have spoken there too. Its number is not given again.
 */
export async function deleteIssue(app: Pick<App, 'db' | 'keys'>, actor: KnownActor, ref: IssueRef): Promise<void> {
  const { repo, thread: known } = await openThread(app, actor, { ...ref, kind: 'issue' }, 'write')
  requireMaintainer(repo)
  await inTransaction(app, async (tx) => {
    const thread = await lockThread(tx, known.id)
    if (thread === null) throw threadNotFound('issue')
    // Told first: whoever hears of it hears what it said.
    await emitOfThread(tx, { type: 'issue.deleted', threadId: thread.id, actorId: actor.user.id })
    await releaseAttachments(tx, thread)
    await deleteThread(tx, thread)
    const name = `${repo.owner}/${repo.slug}#${thread.number}`
    await record(app, tx, actor, {
      event: 'ISSUE_DELETED',
      target: { type: 'issue', id: thread.uuid, name },
      metadata: { title: thread.title, author: thread.author?.username ?? null, comments: thread.commentCount },
    })
  })
}
