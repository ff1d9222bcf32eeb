import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Reader } from '../../db/handle.ts'
import type { Comment } from './comment.ts'
import { findComment, pageOfComments } from './comment-store.ts'
import { openThread, type ThreadRef } from './open-threads.ts'

/** The oldest first, as they are read. */
export async function listComments(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: ThreadRef,
  request: PageRequest,
): Promise<Page<Comment>> {
  const { thread } = await openThread(app, actor, ref, 'read')
  return pageOfComments(app.db, thread, request)
}

export async function getComment(app: Pick<App, 'db'>, actor: Actor, ref: ThreadRef, id: RecordId): Promise<Comment> {
  const { thread } = await openThread(app, actor, ref, 'read')
  return requireComment(app.db, thread.id, id)
}

export async function requireComment(reader: Reader, threadId: number, id: RecordId): Promise<Comment> {
  const comment = await findComment(reader, threadId, id)
  if (comment === null) throw notFound('COMMENT')
  return comment
}
