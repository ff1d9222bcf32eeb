import type { KnownActor } from '../../core/actor.ts'
import { hour } from '../../core/clock.ts'
import type { Reference } from '../../core/references.ts'
import { nameKey } from '../../core/slug.ts'
import type { Tx } from '../../db/handle.ts'
import { emit } from '../../outbox/emit.ts'
import { findUserByName } from '../users/find-user.ts'
import type { SaidText } from './follow-text.ts'
import { mayRead } from './may-read.ts'
import { type CalledMembers, recordTeamMentions } from './record-team-mentions.ts'
import { targetKeyOf } from './target-key.ts'

/** One text calls so many, one person so many in an hour: past that they are names like any other word. */
const mostInText = 20
const mostByActor = 100

const nobody: CalledMembers = { mailed: [], unmailed: [] }

/** Tells the people who are called by name, or as a team, and may read it; each once, however often the text is saved. */
export async function recordMentions(
  tx: Tx,
  actor: KnownActor,
  said: SaidText,
  references: readonly Reference[],
): Promise<void> {
  const { repo, thread, commentId, reviewId } = said
  const by = actor.user
  const names = new Set(references.flatMap((one) => (one.kind === 'mention' ? [nameKey(one.name)] : [])))
  names.delete(nameKey(by.username))
  const asked = [...names].slice(0, mostInText)
  if (asked.length === 0) return
  const left = mostByActor - (await countLately(tx, by.id))
  const people: number[] = []
  const others: string[] = []
  for (const name of asked) {
    const user = await findUserByName(tx, name)
    if (user === null) others.push(name)
    if (user === null || people.length >= left || !(await mayRead(tx, user, repo))) continue
    if (await insertMention(tx, said, { by: by.id, userId: user.id })) people.push(user.id)
  }
  const { mailed, unmailed } = others.length === 0 ? nobody : await recordTeamMentions(tx, actor, said, others)
  const loudly = new Set([...people, ...mailed])
  const unmailedIds = unmailed.filter((id) => !loudly.has(id))
  const userIds = [...loudly, ...unmailedIds]
  if (userIds.length === 0) return
  const about = { threadId: thread.id, commentId, actorId: by.id, ...(reviewId === undefined ? {} : { reviewId }) }
  await emit(tx, { type: 'thread.mentioned', ...about, userIds, ...(unmailedIds.length === 0 ? {} : { unmailedIds }) })
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
  said: SaidText,
  { by, userId }: { readonly by: number; readonly userId: number },
): Promise<boolean> {
  const row = await tx
    .insertInto('mentions')
    .values({
      thread_id: said.thread.id,
      target_key: targetKeyOf(said),
      actor_id: by,
      user_id: userId,
      created_at: tx.now,
    })
    .onConflict((oc) => oc.columns(['target_key', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
