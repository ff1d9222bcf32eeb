import type { App } from '../../app.ts'
import { clockSlack } from '../../core/clock.ts'
import { inTransaction } from '../../db/transaction.ts'

/** What a clock that was ahead and was put right has left: see settle-job-times.ts. Returns how many had to be put right. */
export async function settleImportTimes(app: Pick<App, 'clock' | 'db'>): Promise<number> {
  return (await settle(app, 'imports')) + (await settle(app, 'tracker_imports'))
}

async function settle(app: Pick<App, 'clock' | 'db'>, table: 'imports' | 'tracker_imports'): Promise<number> {
  const ahead = app.db
    .selectFrom(table)
    .select('repo_id')
    .where('heard_at', '>', app.clock.now() + clockSlack)
  if ((await ahead.executeTakeFirst()) === undefined) return 0
  return inTransaction(app, async (tx) => {
    const settled = tx
      .updateTable(table)
      .set({ heard_at: tx.now })
      .where('heard_at', '>', tx.now + clockSlack)
    return Number((await settled.executeTakeFirst()).numUpdatedRows)
  })
}
