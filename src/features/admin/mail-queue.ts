import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'

export interface MailQueue {
  readonly waiting: number
  readonly dead: number
}

/** Mails that are still to be sent, and those that gave up. */
export async function mailQueue(app: Pick<App, 'db'>, _actor: AdminActor): Promise<MailQueue> {
  const rows = await app.db
    .selectFrom('jobs')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('name', 'like', 'mail.%')
    .groupBy('state')
    .execute()
  const dead = rows.filter((row) => row.state === 'dead').reduce((sum, row) => sum + Number(row.count), 0)
  const all = rows.reduce((sum, row) => sum + Number(row.count), 0)
  return { waiting: all - dead, dead }
}
