import type { App } from '../../app.ts'
import type { Actor, KnownActor } from '../../core/actor.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import type { Tx } from '../../db/handle.ts'
import { requireTeamRole, seesTeam } from '../access/require-team.ts'
import { findOwner, type Owner } from '../owners/find-owner.ts'
import { holdTeam } from '../teams/hold-team.ts'
import { teamRoleOf } from '../teams/team-role-of.ts'

/** Whose name a repository is made under: one's own unless said otherwise, or that of a team that one maintains. */
export async function chooseOwner(app: Pick<App, 'db'>, actor: KnownActor, name: string | undefined): Promise<Owner> {
  const wanted = name === undefined || name === '' ? actor.user.username : name
  const owner = await findOwner(app.db, wanted)
  const isSelf = owner?.id === actor.user.id
  if (owner === null || !(isSelf || (await isKnownTeam(app, actor, owner)))) {
    throw invalidField('owner', 'unknown', 'is not a name under which you may make one')
  }
  if (owner.kind === 'team') await requireIn(app, actor, owner)
  return owner
}

/** To whom a repository can be given: anybody, or a team that one maintains. */
export async function requireHeir(app: Pick<App, 'db'>, actor: Actor, name: string): Promise<Owner> {
  const owner = await findOwner(app.db, name)
  if (owner === null || !(await isThere(app, actor, owner)))
    throw invalidField('new_owner', 'unknown', 'there is no user or team with this name')
  if (owner.kind === 'team') await requireIn(app, actor, owner)
  return owner
}

/** In the transaction that puts the repository there: the team may be gone by now, or the role in it. */
export async function confirmOwner(tx: Tx, actor: Actor, owner: Owner): Promise<void> {
  if (owner.kind === 'user') return
  if ((await holdTeam(tx, owner.id)) === null) throw notFound('TEAM')
  requireTeamRole(await teamRoleOf(tx, actor, owner.id), 'Maintainer')
}

async function requireIn(app: Pick<App, 'db'>, actor: Actor, owner: Owner): Promise<void> {
  requireTeamRole(await teamRoleOf(app.db, actor, owner.id), 'Maintainer')
}

async function isKnownTeam(app: Pick<App, 'db'>, actor: Actor, owner: Owner): Promise<boolean> {
  return owner.kind === 'team' && (await seesTeam(app.db, actor, owner.id))
}

async function isThere(app: Pick<App, 'db'>, actor: Actor, owner: Owner): Promise<boolean> {
  if (owner.kind === 'team') return isKnownTeam(app, actor, owner)
  const user = app.db.selectFrom('users').select('disabled_at').where('id', '=', owner.id)
  return (await user.executeTakeFirst())?.disabled_at === null
}
