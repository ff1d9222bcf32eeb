import type { App } from '../../app.ts'
import { prepared } from '../../db/prepared.ts'
import type { Thread } from './thread.ts'

const most = 40
/** Whoever comes into a longer conversation later is not looked for. */
const firstComments = 2000

/** Who has said something in a thread, its author first, then whoever spoke first. */
export async function listParticipants(
  { db }: Pick<App, 'db'>,
  { id, author }: Pick<Thread, 'id' | 'author'>,
): Promise<readonly string[]> {
  const rows = await speakersIn(db, { threadId: id })
  return [...new Set([...(author === null ? [] : [author.username]), ...rows.map(({ name }) => name)])]
}

const speakersIn = prepared((db, its: { threadId: number }) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('comments')
        .select(['id', 'author_id'])
        .where('thread_id', '=', its.threadId)
        .orderBy('id')
        .limit(firstComments)
        .as('said'),
    )
    .innerJoin('owners', 'owners.id', 'said.author_id')
    .select('owners.name')
    .groupBy('owners.name')
    .orderBy((eb) => eb.fn.min('said.id'))
    .limit(most),
)
