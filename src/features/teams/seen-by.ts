import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, userOf } from '../../core/actor.ts'
import type { Schema } from '../../db/schema.ts'
import { visibleTo } from '../repos/visible-to.ts'

/** The teams that the gate in access/require-team.ts would show to somebody, for lists. */
export function seenBy(actor: Actor) {
  return (eb: ExpressionBuilder<Schema, 'teams'>): Expression<SqlBool> => {
    if (actor.kind === 'session' && actor.user.isAdmin) return sql<SqlBool>`1 = 1`
    return eb.or([
      eb.exists(
        eb
          .selectFrom('team_members')
          .select('team_members.team_id')
          .whereRef('team_members.team_id', '=', 'teams.id')
          .where('team_members.user_id', '=', userOf(actor)?.id ?? 0),
      ),
      eb.exists(
        eb.selectFrom('repos').select('repos.id').whereRef('repos.owner_id', '=', 'teams.id').where(visibleTo(actor)),
      ),
    ])
  }
}
