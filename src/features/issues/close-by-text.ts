import { type Actor, userOf } from '../../core/actor.ts'
import { closingsIn } from '../../core/references.ts'
import { atLeast } from '../../core/roles.ts'
import type { Tx } from '../../db/handle.ts'
import { lockThread } from '../threads/keep-thread.ts'
import { findTarget, type ReferenceSource } from '../threads/record-references.ts'
import type { TimelineEvent } from '../threads/timeline.ts'
import { setIssueState } from './update-issue.ts'

/** Of one text. */
export const mostClosings = 50

/**
 * `fixes #12`: closes what a text says that it closes, where its author may. A source closes an issue once: whoever
 * opens it again has the last word.
 */
export async function closeByText(
  tx: Tx,
  actor: Actor,
  source: ReferenceSource,
  { text, cause }: { readonly text: string; readonly cause: Omit<Extract<TimelineEvent, { type: 'closed' }>, 'type'> },
): Promise<void> {
  for (const named of closingsIn(text).slice(0, mostClosings)) {
    const target = await findTarget(tx, actor, source.repo, named)
    if (target === null || !atLeast(target.role, 'Developer')) continue
    const thread = await lockThread(tx, target.threadId)
    if (thread === null || thread.kind !== 'issue' || target.repo.isArchived) continue
    if (!(await claimClosing(tx, thread.id, source.key))) continue
    // Another repository may be private: its commits are nobody's business here.
    const known = target.repo.id === source.repo.id ? cause : {}
    await setIssueState(tx, thread, 'closed', { by: userOf(actor)?.id ?? null, cause: known })
  }
}

/** False when this source has closed it before. */
async function claimClosing(tx: Tx, threadId: number, sourceKey: string): Promise<boolean> {
  const row = await tx
    .insertInto('thread_references')
    .values({ thread_id: threadId, source_key: sourceKey, closes: 1, created_at: tx.now })
    .onConflict((oc) =>
      oc.columns(['thread_id', 'source_key']).doUpdateSet({ closes: 1 }).where('thread_references.closes', '=', 0),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
