import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { requireTeam, requireTeamRole } from '../access/require-team.ts'
import { record } from '../audit/record.ts'
import { onTeamDeleted } from '../lifecycle/on-team-deleted.ts'
import { findOwner } from '../owners/find-owner.ts'
import { holdTeam } from './hold-team.ts'
import { countOwnedRepos, deleteTeamRow } from './store.ts'
import { teamRoleOf } from './team-role-of.ts'

/** A team that owns repositories stays: they are given to somebody else first, or deleted one by one. */
export async function deleteTeam(
  app: Pick<App, 'config' | 'db' | 'keys' | 'log' | 'passing'>,
  actor: SessionActor,
  slug: string,
): Promise<void> {
  const found = await requireTeam(app, actor, slug, 'Owner')
  refuseOwning(await countOwnedRepos(app.db, found.id))
  const owner = await findOwner(app.db, found.slug)
  if (owner === null) throw notFound('TEAM')
  const putBack = await onTeamDeleted(app, owner)
  try {
    await app.passing('owner.moved-away')
    await inTransaction(app, async (tx) => {
      // Held: whoever makes a repository in the team at this moment waits, and then finds it gone.
      const team = await holdTeam(tx, found.id)
      if (team === null) throw notFound('TEAM')
      refuseOwning(await countOwnedRepos(tx, team.id))
      requireTeamRole(await teamRoleOf(tx, actor, team.id), 'Owner')
      await deleteTeamRow(tx, team.id)
      await emit(tx, { type: 'team.deleted', ownerUuid: team.uuid })
      await record(app, tx, actor, { event: 'TEAM_DELETED', target: { type: 'team', id: team.uuid, name: team.slug } })
    })
  } catch (error) {
    await putBack(error)
    throw error
  }
}

function refuseOwning(count: number): void {
  if (count === 0) return
  const owns = count === 1 ? 'a repository: transfer or delete it' : `${count} repositories: transfer or delete them`
  throw conflict(`The team owns ${owns} first`)
}
