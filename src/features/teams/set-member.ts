import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { parseRole, type Role } from '../../core/roles.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { refuseAbove } from '../access/refuse-above.ts'
import { requireTeam, requireTeamRole } from '../access/require-team.ts'
import { record } from '../audit/record.ts'
import { requireUserByName } from '../users/find-user.ts'
import { holdTeam } from './hold-team.ts'
import { findRoleIn, hasOtherOwner, saveMember } from './store.ts'
import { teamRoleOf } from './team-role-of.ts'

export interface Membership {
  readonly slug: string
  readonly username: string
  readonly role: string
}

export interface SavedMember {
  /** Whether they are new. */
  readonly created: boolean
  readonly value: { readonly username: string; readonly role: Role }
}

/** Takes somebody into a team, or gives a member another role. */
export async function setMember(
  app: Pick<App, 'db' | 'keys'>,
  actor: SessionActor,
  { slug, username, role: asked }: Membership,
): Promise<SavedMember> {
  const found = await requireTeam(app, actor, slug, 'Maintainer')
  const role = parseRole('role', asked)
  return inTransaction(app, async (tx) => {
    const team = await holdTeam(tx, found.id)
    if (team === null) throw notFound('TEAM')
    const own = requireTeamRole(await teamRoleOf(tx, actor, team.id), 'Maintainer')
    const user = await requireUserByName(tx, username)
    const held = await findRoleIn(tx, team.id, user.id)
    if (held === null && user.disabled) throw notFound('USER')
    refuseAbove(own, { held, wanted: role })
    const saved = { created: held === null, value: { username: user.username, role } }
    if (held === role) return saved
    if (held === 'Owner' && !(await hasOtherOwner(tx, team.id, user.id))) throw lastOwner()
    await saveMember(tx, team.id, user.id, role)
    if (held === null) {
      const actorId = actor.user.id
      await emit(tx, { type: 'team.member-added', teamId: team.id, userId: user.id, role, actorId })
    }
    await record(app, tx, actor, {
      event: held === null ? 'TEAM_MEMBER_ADDED' : 'TEAM_MEMBER_CHANGED',
      target: { type: 'team', id: team.uuid, name: team.slug },
      metadata: { username: user.username, role, ...(held === null ? {} : { from: held }) },
    })
    return saved
  })
}

export function lastOwner(): Error {
  return conflict('A team needs at least one owner who can sign in: make somebody else an owner first')
}
