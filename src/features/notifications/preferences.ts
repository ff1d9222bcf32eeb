import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import {
  emailDefaults,
  inboxChoices,
  inboxDefault,
  type NotificationType,
  notificationTypes,
} from '../../core/notification-types.ts'
import type { Reader } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'

export interface Preferences {
  /** The types that somebody gets by mail. */
  readonly email: ReadonlySet<string>
  /**
   * Those that come to the inbox and ring the bell: all, unless somebody says otherwise. The rest is done as it comes. Of
   * pipelines that passed, `ci_mended` stands for those that are news.
   */
  readonly inbox: ReadonlySet<string>
}

export function notificationPreferences(app: Pick<App, 'db'>, actor: SessionActor): Promise<Preferences> {
  return preferencesOf(app.db, actor.user.id)
}

/** What is left out stays as it is. */
export async function setNotificationPreferences(
  app: Pick<App, 'db'>,
  actor: SessionActor,
  wanted: Partial<Preferences>,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const { email, inbox } = { ...(await preferencesOf(tx, actor.user.id)), ...wanted }
    await tx.deleteFrom('notification_preferences').where('user_id', '=', actor.user.id).execute()
    const rows = notificationTypes.map((type) => ({
      user_id: actor.user.id,
      type,
      email: email.has(type) ? 1 : 0,
      inbox: choiceOf(type, inbox),
    }))
    // Only what differs is kept: a default that changes later reaches everybody who never chose.
    const differing = rows.filter(
      (row) => (row.email === 1) !== emailDefaults[row.type] || row.inbox !== inboxDefault(row.type),
    )
    if (differing.length > 0) await tx.insertInto('notification_preferences').values(differing).execute()
  })
}

async function preferencesOf(reader: Reader, userId: number): Promise<Preferences> {
  const rows = await reader
    .selectFrom('notification_preferences')
    .select(['type', 'email', 'inbox'])
    .where('user_id', '=', userId)
    .execute()
  const chosen = new Map(rows.map((row) => [row.type, row]))
  const isMailed = (type: NotificationType): boolean => {
    const row = chosen.get(type)
    return row === undefined ? emailDefaults[type] : row.email === 1
  }
  return {
    email: new Set(notificationTypes.filter(isMailed)),
    inbox: new Set(notificationTypes.flatMap((type) => wordsOf(type, chosen.get(type)?.inbox ?? inboxDefault(type)))),
  }
}

const mended = 'ci_mended'

function choiceOf(type: NotificationType, inbox: ReadonlySet<string>): number {
  if (inbox.has(type)) return inboxChoices.all
  return type === 'ci_succeeded' && inbox.has(mended) ? inboxChoices.news : inboxChoices.none
}

function wordsOf(type: NotificationType, choice: number): readonly string[] {
  if (choice === inboxChoices.none) return []
  const news = type === 'ci_succeeded' ? [mended] : []
  return choice === inboxChoices.news ? news : [type, ...news]
}
