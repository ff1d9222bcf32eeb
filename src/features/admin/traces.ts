import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/handle.ts'

/**
 * Where one person can come to be named thousands of times, by the key of the row: in what stays, and loses the name.
 * Everything else that refers to an account is little, and goes with its row.
 */
const named = [
  ['threads', 'author_id', 'id'],
  ['threads', 'closed_by', 'id'],
  ['comments', 'author_id', 'id'],
  ['text_versions', 'editor_id', 'id'],
  ['timeline_events', 'actor_id', 'id'],
  ['reviews', 'author_id', 'id'],
  ['reviews', 'dismissed_by', 'id'],
  ['line_comments', 'resolved_by', 'comment_id'],
  ['attachments', 'uploader_id', 'id'],
  ['pulls', 'merged_by', 'thread_id'],
  ['pull_versions', 'pusher_id', 'thread_id, number'],
  ['refs', 'pusher_id', 'repo_id, name'],
  ['releases', 'author_id', 'id'],
  ['commit_statuses', 'creator_id', 'id'],
  ['pipelines', 'triggered_by', 'id'],
  ['pipelines', 'approved_by', 'id'],
  ['pipelines', 'variables_by', 'id'],
  ['notifications', 'actor_id', 'id'],
] as const

/** And in what is of no use without them. */
const owned = [
  ['notifications', 'user_id', 'id'],
  ['reactions', 'user_id', 'id'],
  ['mentions', 'actor_id', 'id'],
  ['mentions', 'user_id', 'id'],
  ['team_mentions', 'actor_id', 'target_key, team_id'],
  ['thread_assignees', 'user_id', 'thread_id, user_id'],
  ['thread_subscriptions', 'user_id', 'user_id, thread_id'],
  ['requested_reviewers', 'user_id', 'thread_id, user_id'],
  ['viewed_files', 'user_id', 'thread_id, user_id, path'],
] as const

export type Trace = (typeof named)[number] | (typeof owned)[number]

export const traces: readonly Trace[] = [...named, ...owned]

/** Whether there are `many` of them, all together. */
export async function hasTraces(reader: Reader, userId: number, many: number): Promise<boolean> {
  let found = 0
  for (const [table, column] of traces) {
    const some = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${userId} limit ${many}`
    const { n } = await reader
      .selectFrom(sql<{ one: number }>`(${some})`.as('some'))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    found += Number(n)
    if (found >= many) return true
  }
  return false
}

/** Takes away so many at most, and says how many those were. */
export async function takeAway(tx: Tx, [table, column, key]: Trace, userId: number, most: number): Promise<number> {
  const its = sql.raw(key)
  const [to, by] = [sql.table(table), sql.ref(column)]
  const some = sql`(${its}) in (select ${its} from ${to} where ${by} = ${userId} limit ${most})`
  const isOwned = owned.some((one) => one[0] === table && one[1] === column)
  const change = isOwned ? sql`delete from ${to} where ${some}` : sql`update ${to} set ${by} = null where ${some}`
  const { numAffectedRows } = await change.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
