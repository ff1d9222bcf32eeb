import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { networkOf } from '../../core/address.ts'
import { rateLimited } from '../../core/errors.ts'

/** Before a mail goes to an address that somebody typed in: it may be a stranger's. Counts like asking for any mail. */
export async function limitMails(app: Pick<App, 'limits'>, actor: SessionActor): Promise<void> {
  for (const key of [networkOf(actor.via.ip ?? ''), `mails of ${actor.user.id}`]) {
    const allowance = await app.limits.take('reset', key)
    if (allowance.exceeded) throw rateLimited(allowance.resetSeconds)
  }
}
