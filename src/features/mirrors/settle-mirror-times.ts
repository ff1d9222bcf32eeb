import type { App } from '../../app.ts'
import { clockSlack } from '../../core/clock.ts'
import { inTransaction } from '../../db/transaction.ts'
import { longestPauseMs } from './mirror-store.ts'

/** What a clock that was ahead and was put right has left: see settle-job-times.ts. Returns how many had to be put right. */
export async function settleMirrorTimes(app: Pick<App, 'clock' | 'db'>): Promise<number> {
  const now = app.clock.now()
  const ahead = await app.db
    .selectFrom('mirrors')
    .select(['repo_id', 'heard_at', 'due_at'])
    .where((eb) =>
      eb.or([
        eb('heard_at', '>', now + clockSlack),
        eb.and([
          eb('due_at', '>', eb('every_ms', '+', now + clockSlack)),
          eb('due_at', '>', now + longestPauseMs + clockSlack),
        ]),
      ]),
    )
    .execute()
  if (ahead.length === 0) return 0
  await inTransaction(app, async (tx) => {
    for (const { repo_id: repoId, heard_at: heardAt, due_at: dueAt } of ahead) {
      const settled = tx
        .updateTable('mirrors')
        .set({ due_at: tx.now, ...(heardAt > now + clockSlack ? { heard_at: tx.now } : {}) })
      await settled.where('repo_id', '=', repoId).where('heard_at', '=', heardAt).where('due_at', '=', dueAt).execute()
    }
  })
  return ahead.length
}
