import { hour } from '../../core/clock.ts'
import type { Reference } from '../../core/references.ts'
import { nameKey } from '../../core/slug.ts'
import type { User } from '../../core/user.ts'
import type { Tx } from '../../db/handle.ts'
import { emit } from '../../outbox/emit.ts'
import { findUserByName } from '../users/find-user.ts'
import type { SaidText } from './follow-text.ts'
import { mayRead } from './may-read.ts'

/** One text calls so many, one person so many in an hour: past that they are names like any other word. */
const mostInText = 20
const mostByActor = 100

/** Tells the people who are called by name and may read it; each once, however often the text is saved. */
export async function recordMentions(
  tx: Tx,
  actor: User,
  { repo, thread, commentId, reviewId }: SaidText,
  references: readonly Reference[],
): Promise<void> {
  const names = new Set(references.flatMap((one) => (one.kind === 'mention' ? [nameKey(one.name)] : [])))
  names.delete(nameKey(actor.username))
  const asked = [...names].slice(0, mostInText)
  if (asked.length === 0) return
  const left = mostByActor - (await countLately(tx, actor.id))
  const userIds: number[] = []
  for (const name of asked) {
    if (userIds.length >= left) break
    const user = await findUserByName(tx, name)
    if (user === null || !(await mayRead(tx, user, repo))) continue
    const isNew = await insertMention(tx, { thread, commentId, reviewId }, { by: actor.id, userId: user.id })
    if (isNew) userIds.push(user.id)
  }
  if (userIds.length === 0) return
  const about = { threadId: thread.id, commentId, actorId: actor.id, ...(reviewId === undefined ? {} : { reviewId }) }
  await emit(tx, { type: 'thread.mentioned', ...about, userIds })
}

async function countLately(tx: Tx, actorId: number): Promise<number> {
  const row = await tx
    .selectFrom('mentions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('actor_id', '=', actorId)
    .where('created_at', '>', tx.now - hour)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

async function insertMention(
  tx: Tx,
  { thread, commentId, reviewId }: Pick<SaidText, 'thread' | 'commentId' | 'reviewId'>,
  { by, userId }: { readonly by: number; readonly userId: number },
): Promise<boolean> {
  const row = await tx
    .insertInto('mentions')
    .values({
      thread_id: thread.id,
      target_key: commentId !== null ? `c${commentId}` : reviewId === undefined ? `t${thread.id}` : `r${reviewId}`,
      actor_id: by,
      user_id: userId,
      created_at: tx.now,
    })
    .onConflict((oc) => oc.columns(['target_key', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
