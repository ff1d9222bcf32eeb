import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import { sayInstead } from './change-comment.ts'
import { changeThread } from './change-thread.ts'
import { openThread, type ThreadRef, threadNotFound } from './open-threads.ts'
import { requireComment } from './read-comments.ts'
import { requireEditor } from './rights.ts'
import { lockThread } from './store.ts'
import { countTasks, withTask } from './tasks.ts'
import { tellOfChanges } from './tell-of-changes.ts'

/** A task by its place among all that its text has, as the reader saw them. */
export interface Tick {
  readonly index: number
  readonly of: number
  readonly isDone: boolean
}

/** By who may edit the text. Of two ticks at once both hold: the second is made in what the first left. */
export async function tickTask(
  app: Pick<App, 'db'>,
  actor: KnownActor,
  ref: ThreadRef & { readonly commentId: RecordId | null },
  tick: Tick,
): Promise<void> {
  const { repo, thread: known } = await openThread(app, actor, ref, 'write')
  await inTransaction(app, async (tx) => {
    const thread = await lockThread(tx, known.id)
    if (thread === null) throw threadNotFound(ref.kind)
    const comment = ref.commentId === null ? null : await requireComment(tx, thread.id, ref.commentId)
    requireEditor(repo, actor.user.id, comment ?? thread)
    const text = (comment ?? thread).body
    if (countTasks(text).total !== tick.of) throw conflict('The tasks have changed in the meantime: reload the page')
    const body = withTask(text, tick.index, tick.isDone)
    if (body === null) return
    if (comment !== null) await sayInstead(tx, actor, { repo, thread, comment }, body)
    else await tellOfChanges(tx, thread, await changeThread(tx, { repo, thread }, { body }, actor), actor.user.id)
  })
}
