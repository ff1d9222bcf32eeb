import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { countOf } from '../../db/count-of.ts'

export interface MailQueue {
  readonly waiting: number
  readonly dead: number
  /** Those of the waiting that were tried in vain, and what the newest of them met with. */
  readonly failing: { readonly count: number; readonly error: string } | null
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
  return { waiting: all - dead, dead, failing: await failingMails(app) }
}

async function failingMails({ db }: Pick<App, 'db'>): Promise<MailQueue['failing']> {
  const failing = db
    .selectFrom('jobs')
    .where('name', 'like', 'mail.%')
    .where('state', '!=', 'dead')
    .where('last_error', 'is not', null)
  const newest = await failing.select('last_error').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (newest === undefined) return null
  return { count: await countOf(failing), error: headOf(newest.last_error ?? '') }
}

/** An error without where in the program it came up. */
export function headOf(error: string): string {
  return (error.split('\n', 1)[0] ?? '').replace(/^Error: /, '')
}
