import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { emailDefaults, type NotificationType, notificationTypes } from '../../core/notification-types.ts'
import { inTransaction } from '../../db/transaction.ts'

/** The types that this person gets by mail. The stream in the page always gets all. */
export async function emailPreferences(
  app: Pick<App, 'db'>,
  actor: SessionActor,
): Promise<ReadonlySet<NotificationType>> {
  const rows = await app.db
    .selectFrom('notification_preferences')
    .select(['type', 'email'])
    .where('user_id', '=', actor.user.id)
    .execute()
  const chosen = new Map(rows.map((row) => [row.type, row.email === 1]))
  return new Set(notificationTypes.filter((type) => chosen.get(type) ?? emailDefaults[type]))
}

export async function setEmailPreferences(
  app: Pick<App, 'db'>,
  actor: SessionActor,
  wanted: ReadonlySet<string>,
): Promise<void> {
  const rows = notificationTypes.map((type) => ({
    user_id: actor.user.id,
    type,
    email: wanted.has(type) ? 1 : 0,
  }))
  await inTransaction(app, async (tx) => {
    await tx.deleteFrom('notification_preferences').where('user_id', '=', actor.user.id).execute()
    // Only what differs is kept: a default that changes later reaches everybody who never chose.
    const differing = rows.filter((row) => (row.email === 1) !== emailDefaults[row.type])
    if (differing.length > 0) await tx.insertInto('notification_preferences').values(differing).execute()
  })
}
