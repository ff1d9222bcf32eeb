import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { User } from '../../core/user.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { record } from '../audit/record.ts'
import { onUserDeleted } from '../lifecycle/on-user-deleted.ts'
import { endPipelinesOfDeleted } from '../pipelines/end-pipelines-of.ts'
import { wakePipelines } from '../pipelines/wake-pipelines.ts'
import { buryOwnedRepos } from '../repos/bury-owned-repos.ts'
import { keepOwners } from '../teams/keep-owners.ts'
import { findUserById } from '../users/find-user.ts'
import { purgeAccount } from './purge-account.ts'
import { buryAccount, deleteOwner, hasOtherAdmin } from './store.ts'
import { hasTraces } from './traces.ts'

/** With so many things that name them, everybody would wait while all go at once. */
const many = 1000

/**
 * Removes the account with everything that it owns, what is large by a job. Of somebody who wrote much it is shut for good
 * first, and then their name goes from what stays: nobody is told that it is done before it is. A team is not part of that:
 * it keeps an owner. `insist` looks once more, in the transaction, whether whoever asks may.
 */
export async function removeAccount(
  app: Pick<App, 'config' | 'db' | 'keys' | 'log' | 'passing'>,
  actor: Actor,
  user: User,
  insist: (tx: Tx) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const putBack = await onUserDeleted(app, user)
  let left: number | null
  try {
    await app.passing('owner.moved-away')
    left = await inTransaction(app, async (tx) => {
      await insist(tx)
      await keepOwners(tx, user)
      // As it is now: somebody may have been made an administrator since.
      const isAdmin = (await findUserById(tx, user.id))?.isAdmin === true
      await wakePipelines(tx, { ownerId: user.id })
      const isLarge = await hasTraces(tx, user.id, many)
      const nobodyId = await buryOwnedRepos(tx, user.id, isLarge ? 'all' : 'large')
      await endPipelinesOfDeleted(app, tx, user.id)
      if (!(await (isLarge ? buryAccount : deleteOwner)(tx, user.id))) throw notFound('USER')
      // The sessions went with it, and so does what is open under them.
      await tx.notify('sessions', String(user.id))
      const leavingId = isLarge ? user.id : null
      await emit(tx, { type: 'user.deleted', ownerUuid: user.uuid, nobodyId, leavingId })
      await record(app, tx, actor, {
        event: 'user_deleted',
        target: { type: 'user', id: user.uuid, name: user.username },
      })
      if (isAdmin && !(await hasOtherAdmin(tx, user.id))) throw conflict('The last administrator has to stay')
      return leavingId
    })
  } catch (error) {
    await putBack(error)
    throw error
  }
  await purgeAccount(app, left)
}
