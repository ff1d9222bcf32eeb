import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { inTransaction } from '../../db/transaction.ts'
import { hurryJobs } from '../../outbox/tend-jobs.ts'
import { record } from '../audit/record.ts'

/** For whoever has just mended the mail server: the next attempt may be hours away. Says how many mails there are. */
export async function retryMails(app: Pick<App, 'db' | 'keys'>, actor: AdminActor): Promise<number> {
  return inTransaction(app, async (tx) => {
    const mails = await hurryJobs(tx, 'mail')
    if (mails > 0) await record(app, tx, actor, { event: 'JOB_RETRIED', metadata: { mails } })
    return mails
  })
}
