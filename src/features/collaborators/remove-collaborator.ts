import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { atLeast } from '../../core/roles.ts'
import { nameKey } from '../../core/slug.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { refuseAbove } from '../access/refuse-above.ts'
import { requireRepo } from '../access/require-repo.ts'
import { onResourceUnshared } from '../lifecycle/on-resource-unshared.ts'
import { findOwner, type Owner } from '../owners/find-owner.ts'
import { teamRoleOf } from '../teams/team-role-of.ts'
import { holdAsMaintainer, ownsIt } from './set-collaborator.ts'
import { deleteGrant, findGrant } from './store.ts'

/**
 * Takes somebody's role away. Everybody may give back their own, and whoever maintains a team what was shared with it.
 * Also in an archived repository: whoever is to be shut out is shut out anywhere.
 */
export async function removeCollaborator(
  app: Pick<App, 'db' | 'keys' | 'log'>,
  actor: KnownActor,
  ref: RepoRef,
  name: string,
): Promise<void> {
  const isOwn = await givesBack(app, actor, name)
  const need = isOwn ? 'Reader' : 'Maintainer'
  const found = await requireRepo(app, actor, ref, { role: need, scope: 'repo:write', evenArchived: true })
  await inTransaction(app, async (tx) => {
    const { repo, own } = await holdAsMaintainer(tx, actor, found, need)
    const owner = await findOwner(tx, name)
    const isOwner = owner?.id === repo.ownerId
    const held = owner === null ? null : isOwner ? 'Owner' : await findGrant(tx, repo.id, owner.id)
    if (owner === null || held === null) throw notFound('USER')
    if (!isOwn) refuseAbove(own, { held, wanted: null })
    if (isOwner) throw ownsIt(owner)
    await deleteGrant(tx, repo.id, owner.id)
    await tell(app, { tx, actor }, repo, owner)
  })
}

async function givesBack(app: Pick<App, 'db'>, actor: KnownActor, name: string): Promise<boolean> {
  if (nameKey(name) === nameKey(actor.user.username)) return true
  const owner = await findOwner(app.db, name)
  if (owner?.kind !== 'team') return false
  const role = await teamRoleOf(app.db, actor, owner.id)
  return role !== null && atLeast(role, 'Maintainer')
}

async function tell(
  app: Pick<App, 'keys' | 'log'>,
  occasion: { readonly tx: Tx; readonly actor: KnownActor },
  repo: Repo,
  owner: Owner,
): Promise<void> {
  await emit(occasion.tx, { type: 'repo.unshared', repoId: repo.id, granteeId: owner.id })
  await onResourceUnshared(app, occasion, { resourceType: 'repository', resourceId: repo.id, userId: owner.id })
}
