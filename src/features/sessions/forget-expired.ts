import type { App } from '../../app.ts'
import { day } from '../../core/clock.ts'
import { inTransaction } from '../../db/transaction.ts'

/** Long enough after its end that a reused refresh token is still recognised as one. */
const keptAfterEnd = 7 * day

export async function forgetExpired(app: Pick<App, 'db'>): Promise<void> {
  await inTransaction(app, async (tx) => {
    const before = tx.now - keptAfterEnd
    await tx
      .deleteFrom('sessions')
      .where((eb) => eb.or([eb('expires_at', '<', before), eb('ended_at', '<', before)]))
      .execute()
    await tx.deleteFrom('refresh_tokens').where('expires_at', '<', before).execute()
    await tx.deleteFrom('login_challenges').where('expires_at', '<', tx.now).execute()
    await tx.deleteFrom('mail_tokens').where('expires_at', '<', tx.now).execute()
  })
}
