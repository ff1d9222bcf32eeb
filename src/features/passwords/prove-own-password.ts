import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import { hasOwnPassword } from './no-password.ts'
import { type PasswordProof, provePassword } from './password-proof.ts'

/** For whatever asks somebody who is signed in for the password again. Who has none is told how to get one. */
export async function proveOwnPassword(
  app: Pick<App, 'db' | 'passwords'>,
  { user }: SessionActor,
  password: string,
): Promise<PasswordProof | null> {
  if (!(await hasOwnPassword(app.db, user.id))) {
    throw conflict('Your account has no password yet: set one first, in your security settings or at /forgot-password')
  }
  return provePassword(app, user.id, password)
}
