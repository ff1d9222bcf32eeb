import { sql } from 'kysely'
import { hour } from '../../core/clock.ts'
import type { Reader } from '../../db/handle.ts'

const address = /\/attachments\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g

/**
 * Which attachments the texts of a repository name that were written or changed since a time: nobody can have named one
 * before it was there. Texts are looked at rather than remembered when they are saved, so nothing that saves one can
 * forget to; only those that changed lately are, by indexes.
 */
export async function findNamed(reader: Reader, repoId: number, since: number): Promise<ReadonlySet<string>> {
  // The clocks of two machines are not the same.
  const from = since - hour
  // Of every kind and state, because the index has those first.
  const touched = sql`threads.repo_id = ${repoId} and threads.kind in ('issue', 'pull')
    and threads.state in ('open', 'closed', 'merged') and threads.updated_at >= ${from}`
  const texts = [
    sql`select threads.body from threads where ${touched}`,
    sql`select comments.body from threads join comments on comments.thread_id = threads.id
          where ${touched} and comments.updated_at >= ${from}`,
    sql`select reviews.body from reviews join threads on threads.id = reviews.thread_id
          where reviews.updated_at >= ${from} and threads.repo_id = ${repoId}`,
    // What is not said yet counts too. There are few, and they do not know when they were changed.
    sql`select pending_comments.body from pending_comments
          join reviews on reviews.id = pending_comments.review_id
          join threads on threads.id = reviews.thread_id
          where threads.repo_id = ${repoId}`,
    sql`select body from releases where repo_id = ${repoId} and updated_at >= ${from}`,
    sql`select description as body from milestones where repo_id = ${repoId} and updated_at >= ${from}`,
  ]
  const rows = await reader
    .selectFrom(sql<{ body: string }>`(${sql.join(texts, sql` union all `)})`.as('said'))
    .select('body')
    .where('body', 'like', '%/attachments/%')
    .execute()
  return new Set(rows.flatMap(({ body }) => [...body.matchAll(address)].flatMap(([, uuid]) => uuid ?? [])))
}
