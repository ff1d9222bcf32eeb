import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import { openPull, type PullRef } from '../pulls/require-pull.ts'
import { type CommentText, editComment } from '../threads/change-comment.ts'
import { lockThread } from '../threads/keep-thread.ts'
import { requireEditor } from '../threads/rights.ts'
import { emitOfThread } from '../webhooks/emit-of-thread.ts'
import { findTalk, setResolved } from './comment-store.ts'
import type { PullComment } from './pull-comment.ts'
import { requirePullComment } from './read-pull-comments.ts'

export interface CommentChanges {
  readonly body?: string | undefined
  readonly seen?: CommentText['seen']
  /** Of the whole conversation. */
  readonly resolved?: boolean | undefined
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/**
 * What it says: by whoever wrote it, and by Developers. Whether the conversation is resolved: by whoever began it, by
 * Developers, and by whoever asks for the merge.
 */
export async function changePullComment(
  app: Needs,
  actor: KnownActor,
  ref: PullRef & { readonly id: RecordId },
  { body, seen, resolved }: CommentChanges,
): Promise<PullComment> {
  const { repo, pull } = await openPull(app, actor, ref, { to: 'write' })
  const comment = await requirePullComment(app.db, pull.id, ref.id)
  if (resolved !== undefined) {
    if (comment.place === null) throw invalidField('resolved', 'format', 'is only for comments on a file')
    // A word of one's own is not enough: else whoever answers could resolve what others have asked.
    const begun = await findTalk(app.db, pull.id, comment.place.rootId)
    const isOwn = comment.author?.id === actor.user.id && begun?.author_id === actor.user.id
    if (!isOwn) requireEditor(repo, actor.user.id, pull)
  }
  if (body !== undefined) await editComment(app, actor, { ...ref, kind: 'pull' }, { body, seen })
  if (resolved !== undefined && comment.place !== null) {
    const { rootId } = comment.place
    await inTransaction(app, async (tx) => {
      if ((await lockThread(tx, pull.id)) === null) throw notFound('PULL')
      await setResolved(tx, pull.id, rootId, resolved ? actor.user.id : null)
      // It may be the last that a merge has waited for.
      if (resolved) await emitOfThread(tx, { type: 'talk.resolved', threadId: pull.id, actorId: actor.user.id })
    })
  }
  return requirePullComment(app.db, pull.id, { id: comment.id })
}
