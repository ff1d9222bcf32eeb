import { setWords } from '../../db/full-text.ts'
import type { Tx } from '../../db/handle.ts'
import type { Thread } from './thread.ts'

/** Far more than anybody reads: past this, comments of a thread that was edited are not looked for. */
const longestText = 2_000_000
const atOnce = 200

/** Reads all that a thread says, and says what it is found by: after words were taken away. */
export async function indexAnew(tx: Tx, thread: Thread): Promise<void> {
  const { title, body } = await tx
    .selectFrom('threads')
    .select(['title', 'body'])
    .where('id', '=', thread.id)
    .executeTakeFirstOrThrow()
  let text = `${title} ${body}`
  let last = 0
  while (text.length < longestText) {
    const comments = await tx
      .selectFrom('comments')
      .select(['id', 'body'])
      .where('thread_id', '=', thread.id)
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    for (const comment of comments) text += ` ${comment.body}`
    const end = comments.at(-1)
    if (end === undefined || comments.length < atOnce) break
    last = end.id
  }
  await setWords(tx, thread.id, thread, text)
}
