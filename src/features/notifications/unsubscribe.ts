import type { App } from '../../app.ts'
import { inboxDefault, type NotificationType, notificationTypes } from '../../core/notification-types.ts'
import { inTransaction } from '../../db/transaction.ts'
import { seal, unseal } from '../../secrets/seal.ts'
import { saveAttention } from '../subscriptions/save-attention.ts'

/** What a mail was about: a link in it stops mails of this kind, without anybody signing in. */
export interface Mailed {
  readonly userId: number
  readonly type: NotificationType
  /** Where it was about a thread, it is the thread that is muted. */
  readonly threadId: number | null
}

const place = 'a link to unsubscribe'

/** It never expires: mails are read late, and it opens nothing but this. */
export function unsubscribePath(app: Pick<App, 'keys'>, mailed: Mailed): string {
  const sealed = seal(app.keys.seal, place, JSON.stringify([mailed.userId, mailed.type, mailed.threadId]))
  return `/notifications/unsubscribe/${sealed.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** Null for what is no link of ours. */
export function readUnsubscribeToken(app: Pick<App, 'keys'>, token: string): Mailed | null {
  try {
    const [userId, type, threadId] = JSON.parse(unseal(app.keys.seal, place, token)) as [number, string, number | null]
    const known = notificationTypes.find((one) => one === type)
    return known === undefined ? null : { userId, type: known, threadId }
  } catch {
    return null
  }
}

export async function unsubscribe(app: Pick<App, 'db'>, { userId, type, threadId }: Mailed): Promise<void> {
  await inTransaction(app, async (tx) => {
    const user = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
    if (user === undefined) return
    if (threadId !== null) {
      await saveAttention(tx, userId, threadId, 'muted')
      return
    }
    await tx
      .insertInto('notification_preferences')
      .values({ user_id: userId, type, email: 0, inbox: inboxDefault(type) })
      .onConflict((oc) => oc.columns(['user_id', 'type']).doUpdateSet({ email: 0 }))
      .execute()
  })
}
