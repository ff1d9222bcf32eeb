import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import type { User } from '../../core/user.ts'
import { randomText } from '../../secrets/token-text.ts'
import { createAccount, type Registration } from '../accounts/register.ts'
import { record } from '../audit/record.ts'
import { setAdmin } from '../users/set-admin.ts'

export interface NewUser extends Omit<Registration, 'password'> {
  /** Without one the person gets a link by mail to choose it. */
  readonly password?: string | undefined
  readonly isAdmin?: boolean | undefined
}

/** An account made by an administrator, also while registration is closed. */
export async function createUser(
  app: Pick<App, 'config' | 'db' | 'keys' | 'log' | 'passing' | 'passwords'>,
  actor: AdminActor,
  input: NewUser,
): Promise<User> {
  const invited = input.password === undefined || input.password === ''
  const password = invited ? randomText(40) : (input.password ?? '')
  const isAdmin = input.isAdmin === true
  const user = await createAccount(
    app,
    actor,
    { ...input, password },
    {
      event: 'USER_CREATED',
      firstIsAdmin: false,
      // One mail, with one link: it chooses the password and confirms the address.
      news: invited ? 'user.invited' : 'user.registered',
      also: async (tx, made) => {
        if (!isAdmin) return
        await setAdmin(tx, made.id, true)
        const target = { type: 'user', id: made.uuid, name: made.username }
        await record(app, tx, actor, { event: 'ADMIN_GRANTED', target })
      },
    },
  )
  return { ...user, isAdmin }
}
