import type { App } from '../../app.ts'
import type { Actor, SessionActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { requireRepo } from '../access/require-repo.ts'
import { requireTeam, requireTeamRole } from '../access/require-team.ts'
import { holdTeam } from '../teams/hold-team.ts'
import { teamRoleOf } from '../teams/team-role-of.ts'
import type { VariablePlace } from './variable.ts'

/** Where somebody was let in to look after variables. Only the gates below make one. */
export interface OpenPlace {
  readonly place: VariablePlace
  /** How it is called, for the audit log. */
  readonly name: string
  /** Whose variables apply here besides: the team's that owns the repository. */
  readonly ownerId: number | null
  /** Until the end of the transaction nobody else changes variables here. */
  readonly hold: (tx: Tx) => Promise<void>
}

export async function openRepoVariables(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  scope: 'ci:read' | 'ci:write',
): Promise<OpenPlace> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope })
  return {
    place: { repoId: repo.id },
    name: `${repo.owner}/${repo.slug}`,
    ownerId: repo.ownerId,
    hold: async (tx) => {
      const row = tx.updateTable('repos').set((eb) => ({ refs_version: eb.ref('refs_version') }))
      const { numUpdatedRows } = await row.where('id', '=', repo.id).executeTakeFirst()
      if (numUpdatedRows === 0n) throw notFound('REPO')
    },
  }
}

export async function openTeamVariables(app: Pick<App, 'db'>, actor: SessionActor, slug: string): Promise<OpenPlace> {
  const team = await requireTeam(app, actor, slug, 'Maintainer')
  return {
    place: { teamId: team.id },
    name: team.slug,
    ownerId: null,
    hold: async (tx) => {
      if ((await holdTeam(tx, team.id)) === null) throw notFound('TEAM')
      requireTeamRole(await teamRoleOf(tx, actor, team.id), 'Maintainer')
    },
  }
}
