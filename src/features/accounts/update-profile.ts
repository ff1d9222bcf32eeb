import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { invalidField } from '../../core/errors.ts'
import { parseTitle } from '../../core/title.ts'
import type { User } from '../../core/user.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { type PasswordProof, stillHolds } from '../passwords/password-proof.ts'
import { proveOwnPassword } from '../passwords/prove-own-password.ts'
import { findUserById } from '../users/find-user.ts'
import { limitMails } from './limit-mails.ts'
import { voidMailTokens } from './mail-tokens.ts'
import { parseEmail } from './parse-email.ts'
import { emailTaken, isEmailTaken, setEmail, setFullName, setPendingEmail } from './store.ts'

export interface ProfileChanges {
  readonly fullName?: string | undefined
  readonly email?: string | undefined
  /** Needed for another address. */
  readonly password?: string | undefined
}

/**
 * Who holds the mailbox can replace the password: a session that was left open must not be enough to move it. In place of
 * a verified address a new one comes only when its link was opened: until then it is pending. An address that was never
 * verified is replaced at once. Asking for the present address takes back what is pending.
 */
export async function updateProfile(
  app: Pick<App, 'db' | 'keys' | 'limits' | 'passwords'>,
  actor: SessionActor,
  changes: ProfileChanges,
): Promise<User> {
  const fullName = changes.fullName === undefined ? null : parseFullName(changes.fullName)
  const email = changes.email === undefined ? null : parseEmail(changes.email)
  const isOther = email !== null && email !== actor.user.email
  const proof = isOther ? await requirePassword(app, actor, changes.password) : null
  return inTransaction(app, async (tx) => {
    // As it is now: a link may have been opened since the request came in.
    const user = (await findUserById(tx, actor.user.id)) ?? actor.user
    if (fullName !== null) await setFullName(tx, user.id, fullName)
    const address = email === null ? {} : await moveTo(app, tx, { ...actor, user }, { email, proof })
    return { ...user, fullName: fullName ?? user.fullName, ...address }
  })
}

function parseFullName(text: string): string {
  return text.trim() === '' ? '' : parseTitle('full_name', text)
}

type Address = Partial<Pick<User, 'email' | 'emailVerified' | 'pendingEmail'>>

/** Limited before it is looked at: this is no place to guess passwords. */
async function requirePassword(
  app: Pick<App, 'db' | 'limits' | 'passwords'>,
  actor: SessionActor,
  password: string | undefined,
): Promise<PasswordProof> {
  if (password === undefined) throw invalidField('password', 'required', 'is needed to change the e-mail address')
  await limitMails(app, actor)
  const proof = await proveOwnPassword(app, actor, password)
  if (proof === null) throw wrongPassword()
  return proof
}

function wrongPassword(): Error {
  return invalidField('password', 'wrong', 'is not your password')
}

async function moveTo(
  app: Pick<App, 'keys'>,
  tx: Tx,
  actor: SessionActor,
  { email, proof }: { readonly email: string; readonly proof: PasswordProof | null },
): Promise<Address> {
  const { user } = actor
  if (email === user.email) {
    if (user.pendingEmail === null) return {}
    await voidMailTokens(tx, user.id, 'verify-email')
    await setPendingEmail(tx, user.id, null)
    return { pendingEmail: null }
  }
  if (proof === null || !(await stillHolds(tx, proof))) throw wrongPassword()
  if (await isEmailTaken(tx, email, user.id)) throw emailTaken()
  if (user.emailVerified) {
    await setPendingEmail(tx, user.id, email)
    await emit(tx, { type: 'email.change-asked', userId: user.id })
    await record(app, tx, actor, { event: 'EMAIL_CHANGE_ASKED', metadata: { from: user.email, to: email } })
    return { pendingEmail: email }
  }
  await setEmail(tx, user.id, email, false)
  await emit(tx, { type: 'email.changed', userId: user.id, oldEmail: user.email })
  await record(app, tx, actor, { event: 'EMAIL_CHANGED', metadata: { from: user.email, to: email } })
  return { email, emailVerified: false, pendingEmail: null }
}
