import type { App } from '../../app.ts'

/** Whether nobody has an account yet: the first one made from this machine will administer the service. */
export async function isFirstAccount(app: Pick<App, 'db'>): Promise<boolean> {
  return (await app.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}
