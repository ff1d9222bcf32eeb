import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { invalidField } from '../../core/errors.ts'
import type { User } from '../../core/user.ts'
import { provePassword } from '../passwords/password-proof.ts'
import { updateProfile } from './update-profile.ts'

/** Who holds the mailbox can replace the password: a browser that was left open must not be enough to move it. */
export async function changeEmail(
  app: Pick<App, 'db' | 'keys' | 'limits' | 'passwords'>,
  actor: SessionActor,
  input: { readonly email: string; readonly password: string },
): Promise<User> {
  const proof = await provePassword(app, actor.user.id, input.password)
  if (proof === null) throw invalidField('password', 'wrong', 'is not your password')
  return updateProfile(app, actor, { email: input.email })
}
