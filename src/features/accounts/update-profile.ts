import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { parseTitle } from '../../core/title.ts'
import type { User } from '../../core/user.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { limitMails } from './limit-mails.ts'
import { parseEmail } from './parse-email.ts'
import { emailTaken, isEmailTaken, saveProfile } from './store.ts'

export interface ProfileChanges {
  readonly fullName?: string | undefined
  readonly email?: string | undefined
}

/** A new address counts as unverified until its owner has followed the link that is sent there. */
export async function updateProfile(
  app: Pick<App, 'db' | 'keys' | 'limits'>,
  actor: SessionActor,
  changes: ProfileChanges,
): Promise<User> {
  const { user } = actor
  const fullName =
    changes.fullName === undefined || changes.fullName.trim() === '' ? '' : parseTitle('full_name', changes.fullName)
  const email = changes.email === undefined ? user.email : parseEmail(changes.email)
  const moved = email !== user.email
  if (moved) await limitMails(app, actor)
  return inTransaction(app, async (tx) => {
    if (moved && (await isEmailTaken(tx, email, user.id))) throw emailTaken()
    const saved = {
      ...(changes.fullName === undefined ? {} : { fullName }),
      ...(moved ? { email, emailVerified: false } : {}),
    }
    if (Object.keys(saved).length > 0) await saveProfile(tx, user.id, saved)
    if (moved) {
      await emit(tx, { type: 'email.changed', userId: user.id, oldEmail: user.email })
      await record(app, tx, actor, { event: 'EMAIL_CHANGED', metadata: { from: user.email, to: email } })
    }
    return { ...user, ...saved }
  })
}
