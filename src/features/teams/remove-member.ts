import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import { nameKey } from '../../core/slug.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { refuseAbove } from '../access/refuse-above.ts'
import { requireTeam, requireTeamRole } from '../access/require-team.ts'
import { record } from '../audit/record.ts'
import { requireUserByName } from '../users/find-user.ts'
import { holdTeam } from './hold-team.ts'
import { lastOwner } from './set-member.ts'
import { deleteMember, findRoleIn, hasOtherOwner } from './store.ts'
import { teamRoleOf } from './team-role-of.ts'

/** Everybody may leave; others are sent away by a maintainer, but never the last owner. */
export async function removeMember(
  app: Pick<App, 'db' | 'keys'>,
  actor: SessionActor,
  slug: string,
  username: string,
): Promise<void> {
  const need = nameKey(username) === nameKey(actor.user.username) ? 'Reader' : 'Maintainer'
  const found = await requireTeam(app, actor, slug, need)
  await inTransaction(app, async (tx) => {
    const team = await holdTeam(tx, found.id)
    if (team === null) throw notFound('TEAM')
    const own = requireTeamRole(await teamRoleOf(tx, actor, team.id), need)
    const user = await requireUserByName(tx, username)
    const held = await findRoleIn(tx, team.id, user.id)
    if (held === null) throw notFound('USER')
    refuseAbove(own, { held, wanted: null })
    if (held === 'Owner' && !(await hasOtherOwner(tx, team.id, user.id))) throw lastOwner()
    await deleteMember(tx, team.id, user.id)
    await emit(tx, { type: 'team.member-removed', teamId: team.id, userId: user.id })
    await record(app, tx, actor, {
      event: 'TEAM_MEMBER_REMOVED',
      target: { type: 'team', id: team.uuid, name: team.slug },
      metadata: { username: user.username, role: held },
    })
  })
}
