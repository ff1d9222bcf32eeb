import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, userOf } from '../../core/actor.ts'
import type { Builder } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'

type Expressions = ExpressionBuilder<Schema, 'repos'>

/** What the gate would open, for lists: the same grants as in access/grants-of.ts. */
export function visibleTo(actor: Actor) {
  return (eb: Expressions): Expression<SqlBool> => openOr(eb, actor, eb('repos.is_public', '=', 1))
}

/** The same of few that are named otherwise: with a plus nobody goes through all that is public to find them. */
export function visibleAmong(actor: Actor) {
  return (eb: Expressions): Expression<SqlBool> => openOr(eb, actor, sql<SqlBool>`+repos.is_public = 1`)
}

function openOr(eb: Expressions, actor: Actor, open: Expression<SqlBool>): Expression<SqlBool> {
  const user = userOf(actor)
  return user === null ? open : eb.or([open, belongsTo(eb, user.id)])
}

/** The ids of all that belongs to somebody, each by an index: what others have costs nothing. */
export function idsOf(db: Builder, userId: number) {
  return db.selectFrom('repos').select('repos.id').where('owner_id', '=', userId).union(idsGivenTo(db, userId))
}

/** The same without what they own. */
export function idsGivenTo(db: Builder, userId: number) {
  const teams = db.selectFrom('team_members').select('team_id').where('user_id', '=', userId)
  const given = db.selectFrom('repo_grants').select('repo_grants.repo_id as id')
  return db
    .selectFrom('repos')
    .select('repos.id')
    .where('owner_id', 'in', teams)
    .union(given.where('grantee_id', '=', userId))
    .union(given.where('grantee_id', 'in', teams))
}

/** Owned, given directly, or either of them through a team. */
export function belongsTo(eb: Expressions, userId: number | Expression<number>): Expression<SqlBool> {
  const teams = eb.selectFrom('team_members').select('team_members.team_id').where('team_members.user_id', '=', userId)
  return eb.or([
    eb('repos.owner_id', '=', userId),
    eb('repos.owner_id', 'in', teams),
    eb.exists(
      eb
        .selectFrom('repo_grants')
        .select('repo_grants.id')
        .whereRef('repo_grants.repo_id', '=', 'repos.id')
        .where((inner) =>
          inner.or([inner('repo_grants.grantee_id', '=', userId), inner('repo_grants.grantee_id', 'in', teams)]),
        ),
    ),
  ])
}
