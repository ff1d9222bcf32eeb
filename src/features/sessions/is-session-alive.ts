import type { App } from '../../app.ts'

/** For what is still going on under a session that was good when it began. */
export async function isSessionAlive(app: Pick<App, 'clock' | 'db'>, sessionId: number): Promise<boolean> {
  const row = await app.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.ended_at', 'sessions.expires_at', 'users.disabled_at'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
  if (row === undefined) return false
  return row.ended_at === null && row.disabled_at === null && row.expires_at > app.clock.now()
}
