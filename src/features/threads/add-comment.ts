import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { addWords } from '../../db/full-text.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'
import type { Comment } from './comment.ts'
import { insertComment } from './comment-store.ts'
import { followText } from './follow-text.ts'
import { type OpenThread, openThread, type ThreadRef, threadNotFound } from './open-threads.ts'
import { requireVoice } from './rights.ts'
import { lockThread } from './store.ts'
import { parseCommentBody } from './thread-input.ts'

/** Everybody who may read may speak, until the thread is locked. */
export async function addComment(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: ThreadRef,
  text: string,
): Promise<Comment> {
  const { repo, thread: known } = await openThread(app, actor, ref, 'write')
  requireVoice(repo, known)
  const body = parseCommentBody(text)
  return inTransaction(app, async (tx) => {
    const thread = await lockThread(tx, known.id)
    if (thread === null) throw threadNotFound(ref.kind)
    requireVoice(repo, thread)
    return speak(tx, actor, { repo, thread }, { body })
  })
}

interface Saying {
  readonly body: string
  /** The review that it is a part of. */
  readonly reviewId?: number
  /** Puts it where it belongs, before anybody is told. */
  readonly settle?: (commentId: number) => Promise<void>
}

/** Says something in a thread that is held: it is found by its words, and whoever it concerns is told. */
export async function speak(
  tx: Tx,
  actor: KnownActor,
  { repo, thread }: OpenThread,
  { body, reviewId, settle }: Saying,
): Promise<Comment> {
  const comment = await insertComment(tx, thread.id, actor.user.id, body)
  await settle?.(comment.id)
  await addWords(tx, thread.id, thread, [body])
  const about = { threadId: thread.id, commentId: comment.id, actorId: actor.user.id }
  await emitOfThread(tx, { type: 'comment.created', ...about, ...(reviewId === undefined ? {} : { reviewId }) })
  await followText(tx, actor, { repo, thread, commentId: comment.id, reviewId, text: body })
  return comment
}
