import type { App } from '../../app.ts'

/** `userId` null: nobody is called so; takes as long as with somebody. */
export async function passwordIsRight(
  app: Pick<App, 'db' | 'passwords'>,
  userId: number | null,
  password: string,
): Promise<boolean> {
  const row =
    userId === null
      ? undefined
      : await app.db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return app.passwords.verify(row?.password_hash ?? null, password)
}
