import type { App } from '../../app.ts'
import type { Actor, KnownActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import { readPage } from '../../db/read-page.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type OpenThread, openThread, type ThreadRef } from '../threads/open-threads.ts'
import { requireComment } from '../threads/read-comments.ts'
import { requireVoice } from '../threads/rights.ts'
import { findReaction, parseReaction, type Reaction } from './reaction.ts'

/** A thread, or one of its comments. */
export interface ReactionRef extends ThreadRef {
  readonly commentId: RecordId | null
}

interface Target extends OpenThread {
  readonly commentId: number | null
  readonly key: string
}

/** The oldest first. */
export async function listReactions(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: ReactionRef,
  request: PageRequest,
): Promise<Page<Reaction>> {
  const { key } = await openTarget(app, actor, ref, 'read')
  const query = app.db
    .selectFrom('reactions')
    .innerJoin('owners', 'owners.id', 'reactions.user_id')
    .select(['reactions.content', 'owners.name as username', 'reactions.created_at'])
    .where('target_key', '=', key)
    .orderBy('reactions.id')
  return mapPage(await readPage(query, request), ({ content, username, created_at: createdAt }) => ({
    content: parseReaction(content),
    username,
    createdAt,
  }))
}

/** Everybody who may speak may react, with each thing once. */
export async function addReaction(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: ReactionRef,
  text: string,
): Promise<{ readonly created: boolean; readonly value: Reaction }> {
  const { repo, thread, commentId, key } = await openTarget(app, actor, ref, 'write')
  requireVoice(repo, thread)
  const content = parseReaction(text)
  const own = { target_key: key, user_id: actor.user.id, content }
  return inTransaction(app, async (tx) => {
    const made = await tx
      .insertInto('reactions')
      .values({ ...own, thread_id: thread.id, comment_id: commentId, created_at: tx.now })
      .onConflict((oc) => oc.columns(['target_key', 'user_id', 'content']).doNothing())
      .returning('id')
      .executeTakeFirst()
    const { created_at: createdAt } = await tx
      .selectFrom('reactions')
      .select('created_at')
      .where('target_key', '=', key)
      .where('user_id', '=', own.user_id)
      .where('content', '=', content)
      .executeTakeFirstOrThrow()
    return { created: made !== undefined, value: { content, username: actor.user.username, createdAt } }
  })
}

/** One's own, whether it was there or not. */
export async function removeReaction(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: ReactionRef,
  text: string,
): Promise<void> {
  const { key } = await openTarget(app, actor, ref, 'write')
  const content = findReaction(text)
  if (content === undefined) throw notFound('REACTION')
  await inTransaction(app, async (tx) => {
    await tx
      .deleteFrom('reactions')
      .where('target_key', '=', key)
      .where('user_id', '=', actor.user.id)
      .where('content', '=', content)
      .execute()
  })
}

async function openTarget(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: ReactionRef,
  purpose: 'read' | 'write',
): Promise<Target> {
  const { repo, thread } = await openThread(app, actor, ref, purpose)
  if (ref.commentId === null) return { repo, thread, commentId: null, key: `t${thread.id}` }
  const comment = await requireComment(app.db, thread.id, ref.commentId)
  return { repo, thread, commentId: comment.id, key: `c${comment.id}` }
}
