import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import type { User } from '../../core/user.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { endSessionsOf } from '../sessions/end-session.ts'
import { requireUserByName } from '../users/find-user.ts'
import { setAdmin } from '../users/set-admin.ts'
import { hasOtherAdmin, setDisabled, setQuota } from './store.ts'

export interface UserChanges {
  readonly disabled?: boolean | undefined
  readonly isAdmin?: boolean | undefined
  /** Null: what the setting says. 0: no limit. */
  readonly quotaBytes?: number | null | undefined
}

/** Disabling ends every session and pipeline at once; tokens and keys stop working while it lasts. The last administrator stays. */
export async function updateUser(
  app: Pick<App, 'db' | 'keys'>,
  actor: AdminActor,
  username: string,
  changes: UserChanges,
): Promise<User> {
  return inTransaction(app, async (tx) => {
    const user = await requireUserByName(tx, username)
    const disabled = changes.disabled ?? user.disabled
    const isAdmin = changes.isAdmin ?? user.isAdmin
    const losesAdmin = user.isAdmin && !user.disabled && (disabled || !isAdmin)
    const target = { type: 'user', id: user.uuid, name: user.username }
    if (disabled !== user.disabled) {
      await setDisabled(tx, user.id, disabled)
      if (disabled) {
        await endSessionsOf(tx, user.id, 'all')
        await emit(tx, { type: 'user.disabled', userId: user.id })
      }
      await record(app, tx, actor, { event: disabled ? 'USER_DISABLED' : 'USER_ENABLED', target })
    }
    if (isAdmin !== user.isAdmin) {
      await setAdmin(tx, user.id, isAdmin)
      await record(app, tx, actor, { event: isAdmin ? 'ADMIN_GRANTED' : 'ADMIN_REVOKED', target })
    }
    if (changes.quotaBytes !== undefined) {
      const before = await setQuota(tx, user.id, changes.quotaBytes)
      const metadata = { from: before, to: changes.quotaBytes }
      if (before !== changes.quotaBytes) await record(app, tx, actor, { event: 'QUOTA_CHANGED', target, metadata })
    }
    // After the audit entry, which makes such changes queue up: two administrators cannot remove each other at once.
    if (losesAdmin && !(await hasOtherAdmin(tx, user.id))) throw conflict('The last administrator has to stay')
    return { ...user, disabled, isAdmin }
  })
}
