import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Tx } from '../../db/handle.ts'
import type { Thread } from '../threads/thread.ts'
import { namedIn } from './find-named.ts'
import { patience } from './sweep-attachments.ts'

const atOnce = 100

/**
 * What people have added to their texts in a thread that is about to go: the next sweep looks whether another text names
 * it, and takes it away where none does. Only what is their own, so that nobody has what others added looked at by naming it.
 */
export async function releaseAttachments(tx: Tx, thread: Thread): Promise<void> {
  for await (const { by, text } of textsOf(tx, thread)) {
    const uuids = namedIn(text)
    if (by === null || uuids.length === 0) continue
    await tx
      .updateTable('attachments')
      // As if it had never been looked at, and since it was there: that is how far back the sweep looks.
      .set((eb) => ({
        unused_since: eb
          .case()
          .when('created_at', '<', tx.now - patience)
          .then(eb.ref('created_at'))
          .else(tx.now - patience - 1)
          .end(),
      }))
      .where('repo_id', '=', thread.repoId)
      .where('uploader_id', '=', by)
      .where('uuid', 'in', uuids)
      .execute()
  }
}

interface Said {
  readonly by: number | null
  readonly text: string
}

/** What is said in a thread, and what was before it was edited. */
async function* textsOf(tx: Tx, { id: threadId, author, body }: Thread): AsyncGenerator<Said> {
  const by = author?.id ?? null
  yield { by, text: body }
  const versions = tx.selectFrom('text_versions').select(['id', 'comment_id', 'body as text'])
  const ofThread = versions.where('thread_id', '=', threadId).where('comment_id', 'is', null)
  for await (const some of slicesOf((after) =>
    ofThread.where('id', '>', after).orderBy('id').limit(atOnce).execute(),
  )) {
    for (const { text } of some) yield { by, text }
  }
  const comments = tx.selectFrom('comments').select(['id', 'author_id as by', 'body as text'])
  const all = comments.where('thread_id', '=', threadId)
  for await (const some of slicesOf((after) => all.where('id', '>', after).orderBy('id').limit(atOnce).execute())) {
    const authors = new Map(some.map((comment) => [comment.id, comment.by]))
    yield* some
    for (const { comment_id: id, text } of await versions.where('comment_id', 'in', [...authors.keys()]).execute()) {
      yield { by: authors.get(id ?? 0) ?? null, text }
    }
  }
}

/** There may be thousands, and SQLite does its work in our thread. */
async function* slicesOf<Row extends { readonly id: number }>(
  read: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let some = await read(0); some.length > 0; some = await read(some.at(-1)?.id ?? 0)) {
    yield some
    if (some.length < atOnce) return
    await othersTurn()
  }
}
