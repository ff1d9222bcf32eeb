import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Reader } from '../../db/handle.ts'
import { openPull, type PullRef } from '../pulls/require-pull.ts'
import { findPullComment, pageOfPullComments } from './comment-store.ts'
import type { PullComment } from './pull-comment.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/** The oldest first, as they are read. */
export async function listPullComments(
  app: Needs,
  actor: Actor,
  ref: PullRef,
  request: PageRequest,
): Promise<Page<PullComment>> {
  const { pull } = await openPull(app, actor, ref, { to: 'read' })
  return pageOfPullComments(app.db, pull, request)
}

export async function getPullComment(app: Needs, actor: Actor, ref: PullRef, id: RecordId): Promise<PullComment> {
  const { pull } = await openPull(app, actor, ref, { to: 'read' })
  return requirePullComment(app.db, pull.id, id)
}

export async function requirePullComment(reader: Reader, threadId: number, id: RecordId): Promise<PullComment> {
  const comment = await findPullComment(reader, threadId, id)
  if (comment === null) throw notFound('COMMENT')
  return comment
}
