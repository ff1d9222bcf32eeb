import type { KnownActor } from '../../core/actor.ts'
import { hour } from '../../core/clock.ts'
import type { Tx } from '../../db/handle.ts'
import { seenBy } from '../teams/seen-by.ts'
import { selectMembersOf } from '../teams/select-members-of.ts'
import { selectTeamsOf } from '../teams/select-teams-of.ts'
import type { SaidText } from './follow-text.ts'
import { targetKeyOf } from './target-key.ts'

/** One person calls so many teams by mail in an hour, and some more without: past that they are names like any other word. */
const mostByMail = 20
const mostByActor = 100

export interface CalledMembers {
  readonly mailed: readonly number[]
  /** It stands in their inbox. */
  readonly unmailed: readonly number[]
}

/**
 * Who belongs to the teams that are called by name and have to do with the repository; each team is called once, however
 * often the text is saved. A team that whoever calls may not know of is no team: nothing tells them that there is one.
 */
export async function recordTeamMentions(
  tx: Tx,
  actor: KnownActor,
  said: SaidText,
  /** As keys of names. */
  names: readonly string[],
): Promise<CalledMembers> {
  const teams = await selectTeamsOf(tx, said.repo).where('owners.name_key', 'in', names).where(seenBy(actor)).execute()
  const before = teams.length === 0 ? 0 : await countLately(tx, actor.user.id)
  const called: number[] = []
  for (const { id } of teams) {
    if (before + called.length >= mostByActor) break
    if (await insertTeamMention(tx, actor, said, id)) called.push(id)
  }
  const byMail = Math.max(0, mostByMail - before)
  return {
    mailed: await membersOf(tx, called.slice(0, byMail)),
    unmailed: await membersOf(tx, called.slice(byMail)),
  }
}

async function membersOf(tx: Tx, teamIds: readonly number[]): Promise<readonly number[]> {
  if (teamIds.length === 0) return []
  const rows = await selectMembersOf(tx, teamIds).execute()
  return rows.map((row) => row.user_id)
}

async function countLately(tx: Tx, actorId: number): Promise<number> {
  const row = await tx
    .selectFrom('team_mentions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('actor_id', '=', actorId)
    .where('created_at', '>', tx.now - hour)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

async function insertTeamMention(tx: Tx, actor: KnownActor, said: SaidText, teamId: number): Promise<boolean> {
  const row = await tx
    .insertInto('team_mentions')
    .values({
      target_key: targetKeyOf(said),
      team_id: teamId,
      thread_id: said.thread.id,
      actor_id: actor.user.id,
      created_at: tx.now,
    })
    .onConflict((oc) => oc.columns(['target_key', 'team_id']).doNothing())
    .returning('team_id')
    .executeTakeFirst()
  return row !== undefined
}
