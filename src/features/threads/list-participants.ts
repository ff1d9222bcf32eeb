import type { App } from '../../app.ts'
import type { Thread } from './thread.ts'

const most = 40

/** Who has said something in a thread, its author first, then whoever spoke first. */
export async function listParticipants(
  { db }: Pick<App, 'db'>,
  { id, author }: Pick<Thread, 'id' | 'author'>,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('comments')
    .innerJoin('owners', 'owners.id', 'comments.author_id')
    .select('owners.name')
    .where('thread_id', '=', id)
    .groupBy('owners.name')
    .orderBy((eb) => eb.fn.min('comments.id'))
    .limit(most)
    .execute()
  return [...new Set([...(author === null ? [] : [author.username]), ...rows.map(({ name }) => name)])]
}
