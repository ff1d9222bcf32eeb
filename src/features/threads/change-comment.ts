import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'
import type { Comment } from './comment.ts'
import { deleteCommentRow, saveComment } from './comment-store.ts'
import { followText } from './follow-text.ts'
import { indexAnew } from './index-words.ts'
import { requireSeen } from './name-text.ts'
import { type OpenThread, openThread, type ThreadRef, threadNotFound } from './open-threads.ts'
import { requireComment } from './read-comments.ts'
import { requireDeleter, requireEditor } from './rights.ts'
import { lockThread, touchThread } from './store.ts'
import { isForeign, type Thread } from './thread.ts'
import { parseCommentBody } from './thread-input.ts'

export interface CommentText {
  readonly body: string
  /** Which text it was made from (`nameText`): another one is not overwritten. */
  readonly seen?: string | undefined
}

/** By who wrote it, and by Developers. What it said before is kept. */
export async function editComment(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: ThreadRef & { readonly id: RecordId },
  text: CommentText,
): Promise<Comment> {
  const { repo, thread: known } = await openThread(app, actor, ref, 'write')
  requireEditor(repo, actor.user.id, await requireComment(app.db, known.id, ref.id))
  const body = parseCommentBody(text.body)
  return inTransaction(app, async (tx) => {
    const thread = await lockThread(tx, known.id)
    if (thread === null) throw threadNotFound(ref.kind)
    const comment = await requireComment(tx, thread.id, ref.id)
    if (comment.body !== body) requireSeen(comment, text.seen)
    return sayInstead(tx, actor, { repo, thread, comment }, body)
  })
}

/** Another text for a comment of a thread that is held. */
export async function sayInstead(
  tx: Tx,
  actor: KnownActor,
  { repo, thread, comment }: OpenThread & { readonly comment: Comment },
  body: string,
): Promise<Comment> {
  if (comment.body === body) return comment
  const saved = await saveComment(tx, comment, body, actor.user.id)
  await indexAnew(tx, thread)
  await touchThread(tx, thread.id)
  await emitOfThread(tx, { type: 'comment.edited', ...about(thread, comment, actor), from: comment.body })
  const said = { commentId: comment.id, text: body, isForeign: isForeign(thread, comment) }
  await followText(tx, actor, { repo, thread, ...said })
  return saved
}

/** By who wrote it, and by Maintainers; with all that it ever said. */
export async function deleteComment(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: ThreadRef & { readonly id: RecordId },
): Promise<void> {
  const { repo, thread: known } = await openThread(app, actor, ref, 'write')
  requireDeleter(repo, actor.user.id, await requireComment(app.db, known.id, ref.id))
  await inTransaction(app, async (tx) => {
    const thread = await lockThread(tx, known.id)
    if (thread === null) throw threadNotFound(ref.kind)
    const comment = await requireComment(tx, thread.id, ref.id)
    // Told first: whoever hears of it hears what it said.
    await emitOfThread(tx, { type: 'comment.deleted', ...about(thread, comment, actor) })
    await deleteCommentRow(tx, comment)
    await indexAnew(tx, thread)
  })
}

function about(thread: Thread, comment: Comment, actor: KnownActor) {
  return { threadId: thread.id, commentId: comment.id, actorId: actor.user.id }
}
