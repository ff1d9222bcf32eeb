import type { Reader } from '../../db/handle.ts'

/** So much of each that happened last is looked at: whoever was silent for longer has left a conversation of thousands. */
const most = 1000

/** Who wrote it, has it assigned, spoke or gave a verdict in it, or was called by name. */
function selectParticipants(reader: Reader, threadId: number) {
  const said = reader
    .selectFrom('comments')
    .select('author_id as user_id')
    .where('thread_id', '=', threadId)
    .orderBy('id', 'desc')
    .limit(most)
  const reviewed = reader
    .selectFrom('reviews')
    .select('author_id as user_id')
    .where('thread_id', '=', threadId)
    .where('state', '<>', 'pending')
    .orderBy('id', 'desc')
    .limit(most)
  const called = reader
    .selectFrom('mentions')
    .select('user_id')
    .where('thread_id', '=', threadId)
    .orderBy('id', 'desc')
    .limit(most)
  return reader
    .selectFrom('threads')
    .select('author_id as user_id')
    .where('id', '=', threadId)
    .union(reader.selectFrom('thread_assignees').select('user_id').where('thread_id', '=', threadId))
    .union(reader.selectFrom(said.as('said')).select('user_id'))
    .union(reader.selectFrom(reviewed.as('reviewed')).select('user_id'))
    .union(reader.selectFrom(called.as('called')).select('user_id'))
}

/** Everybody who takes part in a thread. */
export async function participantsOf(reader: Reader, threadId: number): Promise<readonly number[]> {
  const rows = await selectParticipants(reader, threadId).execute()
  // An account that is gone has left its words.
  return rows.flatMap(({ user_id: id }) => id ?? [])
}

export async function takesPart(reader: Reader, userId: number, threadId: number): Promise<boolean> {
  const row = await reader
    .selectFrom(selectParticipants(reader, threadId).as('participants'))
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
