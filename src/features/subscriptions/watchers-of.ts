import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Reader } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'

/** Everybody who wants to hear of all that happens in a thread, or in all threads of its repository. */
export async function watchersOf(
  reader: Reader,
  { id: threadId, repoId }: { readonly id: number; readonly repoId: number },
): Promise<readonly number[]> {
  const rows = await reader
    .selectFrom('thread_subscriptions')
    .select('user_id')
    .where('thread_id', '=', threadId)
    .where('attention', '=', 'watching')
    .union(
      reader
        .selectFrom('repo_subscriptions')
        .select('user_id')
        .where('repo_id', '=', repoId)
        .where('attention', '=', 'watching'),
    )
    .execute()
  return rows.map((row) => row.user_id)
}

/** Who wants to hear nothing of it. What is said about the thread itself goes before what is said about the repository. */
export function hasMuted(
  eb: ExpressionBuilder<Schema, 'users'>,
  { repoId, threadId }: { readonly repoId: number; readonly threadId: number | null },
): Expression<SqlBool> {
  const repo = eb
    .selectFrom('repo_subscriptions')
    .select('repo_subscriptions.user_id')
    .whereRef('repo_subscriptions.user_id', '=', 'users.id')
    .where('repo_subscriptions.repo_id', '=', repoId)
    .where('repo_subscriptions.attention', '=', 'muted')
  if (threadId === null) return eb.exists(repo)
  const thread = eb
    .selectFrom('thread_subscriptions')
    .select('thread_subscriptions.user_id')
    .whereRef('thread_subscriptions.user_id', '=', 'users.id')
    .where('thread_subscriptions.thread_id', '=', threadId)
  return eb.or([
    eb.exists(thread.where('thread_subscriptions.attention', '=', 'muted')),
    eb.and([eb.exists(repo), eb.not(eb.exists(thread))]),
  ])
}
