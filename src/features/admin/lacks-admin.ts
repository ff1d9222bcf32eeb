import type { App } from '../../app.ts'

/** Whether there are accounts, and none that could administer the service: the first was not made on its machine. */
export async function lacksAdmin(app: Pick<App, 'db'>): Promise<boolean> {
  const users = app.db.selectFrom('users').select('id').limit(1)
  if ((await users.executeTakeFirst()) === undefined) return false
  const admins = users.where('is_admin', '=', 1).where('disabled_at', 'is', null)
  return (await admins.executeTakeFirst()) === undefined
}
