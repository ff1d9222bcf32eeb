import type { Reader } from '../../db/handle.ts'

/** How many conversations about lines are not resolved, also of those whose lines are gone. */
export async function countOpenTalks(reader: Reader, threadId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('line_comments')
    .select((eb) => eb.fn.count<number>('root_id').distinct().as('count'))
    .where('thread_id', '=', threadId)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
