import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { RecordId } from '../../core/record-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import { openThread, type ThreadRef } from './open-threads.ts'
import { requireComment } from './read-comments.ts'
import { requireDeleter } from './rights.ts'
import { forgetTitles } from './timeline.ts'

/**
 * Removes what a text said before, of a comment or without one of the thread itself: a password that somebody pasted is
 * readable there for ever otherwise. By who wrote the text, and by Maintainers. Who changed it and when stays, so that
 * nobody changes what others have answered without a trace.
 */
export async function forgetHistory(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: ThreadRef & { readonly commentId: RecordId | null },
): Promise<void> {
  const { repo, thread } = await openThread(app, actor, ref, 'write')
  const comment = ref.commentId === null ? null : await requireComment(app.db, thread.id, ref.commentId)
  requireDeleter(repo, actor.user.id, comment ?? thread)
  await inTransaction(app, async (tx) => {
    await tx
      .updateTable('text_versions')
      .set({ title: null, body: '' })
      .where('thread_id', '=', thread.id)
      .where('comment_id', comment === null ? 'is' : '=', comment?.id ?? null)
      .execute()
    if (comment === null) await forgetTitles(tx, thread.id)
  })
}
