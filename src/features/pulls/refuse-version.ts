import type { App } from '../../app.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { holdThread } from '../threads/keep-thread.ts'
import { noteOnPush } from '../threads/timeline.ts'
import type { Pull, PullVersion } from './pull.ts'

/**
 * There is no room for what was pushed to a fork: the pull request stays what it was before, and says why. Not when
 * somebody else has got it in meanwhile.
 */
export async function refuseVersion(
  app: Pick<App, 'db'>,
  pull: Pick<Pull, 'id'>,
  { number, headSha }: Pick<PullVersion, 'number' | 'headSha'>,
  why: string,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    if ((await holdThread(tx, pull.id)) === null) return
    const { numDeletedRows } = await tx
      .deleteFrom('pull_versions')
      .where('thread_id', '=', pull.id)
      .where('number', '=', number)
      // Without its first there would be nothing to go back to.
      .where('number', '>', 1)
      .where('brought_at', 'is', null)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await goBack(tx, pull.id, headSha)
    await noteOnPush(tx, pull.id, { after: headSha, refused: why })
    await tx.notify('threads', String(pull.id))
  })
}

/** Unless there is a newer one by now. */
async function goBack(tx: Tx, threadId: number, headSha: string): Promise<void> {
  const { version } = await tx
    .selectFrom('pull_versions')
    .select((eb) => eb.fn.max('number').as('version'))
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('pulls')
    .set((eb) => ({ head_sha: eb.ref('seen_head'), version }))
    .where('thread_id', '=', threadId)
    .where('head_sha', '=', headSha)
    .execute()
}
